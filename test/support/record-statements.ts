import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import pg from 'pg';

/** A line of the records. */
export interface FileStatements {
  file: string;
  /** What the file took. */
  cpuMs: number;
  statements: string[];
}

let recording = false;

/** Notes the distinct statements that this test file sends, in the file that `TEST_STATEMENTS` names. Does nothing without that variable. */
export function recordStatements(): void {
  const { TEST_STATEMENTS: records } = process.env;
  if (records === undefined || recording) return;
  recording = true;
  const seen = new Set<string>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const recorded = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown }).text;
    if (typeof text === 'string') seen.add(shapeOf(text));
    return query.apply(this, args);
  };
  Object.assign(pg.Client.prototype, { query: recorded });
  process.on('exit', () => {
    const file = relative(process.cwd(), fileURLToPath(test.meta.file));
    const { user, system } = process.cpuUsage();
    const cpuMs = Math.round((user + system) / 1000);
    appendFileSync(records, `${JSON.stringify({ file, cpuMs, statements: [...seen] } satisfies FileStatements)}\n`);
  });
}

/** The text of a statement without what differs between two calls of the same code: lengths of lists, names of databases, numbers. */
function shapeOf(text: string): string {
  return text
    .replace(/"?watchfloor_test_\w+"?/g, 'NAME')
    .replace(/\$?\b\d+\b/g, '?')
    .replace(/'[^']*'/g, "'?'")
    .replace(/\?(::\w+)?(\s*,\s*\?(::\w+)?)+/g, '?')
    .replace(/\(\?\)(\s*,\s*\(\?\))+/g, '(?)')
    .replace(/\s+/g, ' ');
}
