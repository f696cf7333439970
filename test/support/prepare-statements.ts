import { readFileSync } from 'node:fs';
import pg from 'pg';
import { shapeOf } from './record-statements.js';

/**
 * Statements that can be prepared; the others, such as LISTEN and CREATE, are few, and the tests of the database send
 * them.
 */
const PREPARABLE = /^\s*\(*\s*(?:select|with|insert|update|delete)\b/i;
/** A table of a single test, or the schema of the jobs: tests of the jobs run with this server, too. */
const UNDEFINED = new Set(['42P01', '3F000']);
/** A statement that a test sends to make it fail: a constant of it is computed when it is planned. */
const DIVISION_BY_ZERO = '22012';

/** The distinct statements of records that can be prepared, each with the shortest of its texts. */
export function readStatements(records: string): string[] {
  const distinct = new Map<string, string>();
  for (const line of readFileSync(records, 'utf8').split('\n')) {
    if (line === '') continue;
    const text = JSON.parse(line) as string;
    const known = distinct.get(shapeOf(text));
    if (PREPARABLE.test(text) && (known === undefined || text.length < known.length)) distinct.set(shapeOf(text), text);
  }
  return [...distinct.values()];
}

/** Has a database prepare and plan statements, and keeps them apart by whether it can. */
export async function planStatements(
  url: string,
  statements: readonly string[],
): Promise<{ planned: string[]; errors: pg.DatabaseError[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const planned: string[] = [];
  const errors: pg.DatabaseError[] = [];
  try {
    // Plans without values: of parameters that are null there would be little to plan.
    await client.query('set plan_cache_mode = force_generic_plan');
    for (const text of statements) {
      try {
        await client.query(`prepare recorded as ${text}`);
        const { rows } = await client.query<{ count: number }>(
          'select cardinality(parameter_types) as count from pg_prepared_statements',
        );
        const values = Array.from({ length: rows[0]?.count ?? 0 }, () => 'null').join(', ');
        await client.query(`explain execute recorded${values && `(${values})`}`);
        planned.push(text);
      } catch (error) {
        const { message } = error as pg.DatabaseError;
        errors.push(Object.assign(error as pg.DatabaseError, { message: `${message}: ${text}` }));
      }
      await client.query('deallocate all');
    }
  } finally {
    await client.end();
  }
  return { planned, errors };
}

/**
 * Has a migrated database plan the recorded statements: it parses them, finds their tables, columns, functions,
 * operators and the unique keys of `on conflict`, and checks types.
 *
 * @param records made by `recordStatements`
 * @returns how many are understood
 * @throws AggregateError with an error for each one that is not
 */
export async function prepareStatements(url: string, records: string): Promise<number> {
  const { planned, errors } = await planStatements(url, readStatements(records));
  const unexpected = errors.filter(({ code }) => code !== DIVISION_BY_ZERO && !UNDEFINED.has(code ?? ''));
  if (unexpected.length > 0)
    throw new AggregateError(unexpected, unexpected.map(({ message }) => message).join('\n\n'));
  return planned.length;
}
