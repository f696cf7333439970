import { appendFileSync } from 'node:fs';
import pg from 'pg';

let recording = false;

/** Notes the distinct statements that this process sends, one a line as JSON, in the file that `TEST_STATEMENTS` names. Does nothing without that variable. */
export function recordStatements(): void {
  const { TEST_STATEMENTS: records } = process.env;
  if (records === undefined || recording) return;
  recording = true;
  const seen = new Map<string, string>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const recorded = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown }).text;
    if (typeof text === 'string') seen.set(shapeOf(text), text);
    return query.apply(this, args);
  };
  Object.assign(pg.Client.prototype, { query: recorded });
  process.on('exit', () => {
    appendFileSync(records, [...seen.values()].map((text) => `${JSON.stringify(text)}\n`).join(''));
  });
}

/** The text of a statement without what differs between two calls of the same code: lengths of lists, names of databases, numbers. */
export function shapeOf(text: string): string {
  return text
    .replace(/"?watchfloor_test_\w+"?/g, 'NAME')
    .replace(/\$?\b\d+\b/g, '?')
    .replace(/'[^']*'/g, "'?'")
    .replace(/\?(::\w+)?(\s*,\s*\?(::\w+)?)+/g, '?')
    .replace(/\(\?\)(\s*,\s*\(\?\))+/g, '(?)')
    .replace(/\s+/g, ' ');
}
