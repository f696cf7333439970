import { readFileSync } from 'node:fs';
import pg from 'pg';
import { shapeOf } from './record-statements.js';

/** Statements that can be prepared. Others, such as LISTEN and CREATE, are few, and the database tests send them. */
const PREPARABLE = /^\s*\(*\s*(?:select|with|insert|update|delete)\b/i;
/**
 * Errors of statements that name a table of a single test, or the schema of the jobs. They are skipped, because tests
 * of the jobs also run with this server.
 */
const UNDEFINED = new Set(['42P01', '3F000']);
/**
 * SQLSTATE of a division by zero, which tests use to make a statement fail. It occurs during planning already, because
 * the planner computes constants.
 */
const DIVISION_BY_ZERO = '22012';

/** Returns the distinct statements of records that can be prepared, each with its shortest text. */
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

/**
 * Lets a database prepare and plan statements.
 * @returns the statements that it can plan, and the errors of the others
 */
export async function planStatements(
  url: string,
  statements: readonly string[],
): Promise<{ planned: string[]; errors: pg.DatabaseError[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const planned: string[] = [];
  const errors: pg.DatabaseError[] = [];
  try {
    // Forces plans without values, because plans for null parameters would check little.
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
 * Lets a migrated database plan the recorded statements. It parses them, finds their tables, columns, functions,
 * operators and the unique keys of `on conflict`, and checks types.
 * @param records lines written by `recordStatements`
 * @returns the number of planned statements
 * @throws AggregateError with an error for each statement that cannot be planned
 */
export async function prepareStatements(url: string, records: string): Promise<number> {
  const { planned, errors } = await planStatements(url, readStatements(records));
  const unexpected = errors.filter(({ code }) => code !== DIVISION_BY_ZERO && !UNDEFINED.has(code ?? ''));
  if (unexpected.length > 0)
    throw new AggregateError(unexpected, unexpected.map(({ message }) => message).join('\n\n'));
  return planned.length;
}
