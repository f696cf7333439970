import { appendFileSync } from 'node:fs';
import pg from 'pg';

let recording = false;

/**
 * Notes the distinct statements that the product sends in this process, one a line as JSON, in the file that
 * `TEST_STATEMENTS` names. Does nothing without that variable.
 */
export function recordStatements(): void {
  const { TEST_STATEMENTS: records } = process.env;
  if (records === undefined || recording) return;
  recording = true;
  Error.stackTraceLimit = 50; // drizzle takes the first ten
  /** By shape: the shortest text, since lists differ in length. */
  const seen = new Map<string, string>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const recorded = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown }).text;
    if (typeof text === 'string') {
      const shape = shapeOf(text);
      const known = seen.get(shape);
      if (known === undefined ? !isOfTest(new Error().stack ?? '') : text.length < known.length) seen.set(shape, text);
    }
    return query.apply(this, args);
  };
  Object.assign(pg.Client.prototype, { query: recorded });
  process.on('exit', () => {
    appendFileSync(records, [...seen.values()].map((text) => `${JSON.stringify(text)}\n`).join(''));
  });
}

/**
 * Whether a test sends a statement itself: the first caller that the stack shows outside of the database layer. Without
 * one it counts as the product's.
 */
function isOfTest(stack: string): boolean {
  const caller = stack
    .split('\n')
    .find((line) => /\/(?:src|test)\//.test(line) && !/node_modules|\/src\/database\/|record-statements/.test(line));
  return caller !== undefined && /\/test\//.test(caller);
}

/**
 * The text of a statement without what differs between two calls of the same code: lengths of lists, names of
 * databases, numbers.
 */
export function shapeOf(text: string): string {
  return text
    .replace(/"?watchfloor_test_\w+"?/g, 'NAME')
    .replace(/\$?\b\d+\b/g, '?')
    .replace(/'[^']*'/g, "'?'")
    .replace(/\?(::\w+)?(\s*,\s*\?(::\w+)?)+/g, '?')
    .replace(/\(\?\)(\s*,\s*\(\?\))+/g, '(?)')
    .replace(/\s+/g, ' ');
}
