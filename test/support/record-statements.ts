import { appendFileSync } from 'node:fs';
import pg from 'pg';

let recording = false;

/**
 * Records the distinct statements that the product sends in this process in the file that `TEST_STATEMENTS` names, one
 * line of JSON each. Without that variable it does nothing.
 */
export function recordStatements(): void {
  const { TEST_STATEMENTS: records } = process.env;
  if (records === undefined || recording) return;
  recording = true;
  Error.stackTraceLimit = 50; // drizzle takes the first ten lines of the stack
  /** The shortest text of each statement by its shape, because lists differ in length. */
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
 * Returns whether a test itself sends a statement: the first caller in the stack outside the database layer decides.
 * Without such a caller the statement counts as the product's.
 */
function isOfTest(stack: string): boolean {
  const caller = stack
    .split('\n')
    .find((line) => /\/(?:src|test)\//.test(line) && !/node_modules|\/src\/database\/|record-statements/.test(line));
  return caller !== undefined && /\/test\//.test(caller);
}

/**
 * Returns the text of a statement without the parts that differ between two calls of the same code: lengths of lists,
 * names of databases, and numbers.
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
