import { readFileSync } from 'node:fs';
import pg from 'pg';
import { shapeOf } from './record-statements.js';

/** Statements that can be prepared; the others, such as LISTEN and CREATE, are few, and the tests of the database send them. */
const PREPARABLE = /^\s*\(*\s*(?:select|with|insert|update|delete)\b/i;
/** A table of a single test, or the schema of the jobs: tests of the jobs run with this server, too. */
const UNDEFINED = new Set(['42P01', '3F000']);

/**
 * Has a migrated database prepare the recorded statements: it parses them, finds their tables, columns, functions and operators, and checks types.
 *
 * @param records made by `recordStatements`
 * @returns how many are understood
 * @throws AggregateError with an error for each one that is not
 */
export async function prepareStatements(url: string, records: string): Promise<number> {
  const texts = readFileSync(records, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string)
    .filter((text) => PREPARABLE.test(text));
  const distinct = [...new Map(texts.map((text) => [shapeOf(text), text])).values()];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const errors: Error[] = [];
  let understood = 0;
  try {
    for (const text of distinct) {
      try {
        await client.query(`prepare recorded as ${text}`);
        await client.query('deallocate recorded');
        understood += 1;
      } catch (error) {
        if (!UNDEFINED.has((error as pg.DatabaseError).code ?? '')) errors.push(new Error(`${(error as Error).message}: ${text}`, { cause: error }));
      }
    }
  } finally {
    await client.end();
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n\n'));
  return understood;
}
