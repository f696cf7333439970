import { execute } from './test-server.js';

/** The restrictions of a schema on the rows of its tables, without partitions and the schemas of other programs. */
interface Restrictions {
  /** Columns as `table.column` that are not nullable and have no default, so that every insert must set them. */
  required: Set<string>;
  /** Unique keys: table, columns and condition. */
  unique: Array<{ table: string; columns: string[]; condition: string }>;
  /**
   * Definitions of checks and foreign keys with their table. A foreign key that prevents deletes in another table is
   * listed with both tables.
   */
  constraints: Array<{ table: string; definition: string }>;
  tables: Set<string>;
}

const TABLES = `select oid, relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;

async function restrictionsOf(url: string): Promise<Restrictions> {
  const read = async (sql: string) => (await execute(url, `with tables as (${TABLES}) ${sql}`)).rows;
  const tables = await read('select name from tables');
  const columns = await read(
    `select name || '.' || attname as name from pg_attribute join tables on oid = attrelid
      where attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''`,
  );
  const unique = await read(
    `select name, coalesce(pg_get_expr(indpred, indrelid), '') as condition,
        (select json_agg(pg_get_indexdef(indexrelid, place, true)) from generate_series(1, indnkeyatts) as place) as columns
      from pg_index join tables on oid = indrelid where indisunique`,
  );
  const constraints = await read(
    `select name, pg_get_constraintdef(c.oid) as definition from pg_constraint c join tables on tables.oid = conrelid where contype in ('c', 'f', 'x')
      union all select tables.name, 'restricts deletes: ' || conrelid::regclass || ' ' || pg_get_constraintdef(c.oid)
      from pg_constraint c join tables on tables.oid = confrelid where contype = 'f' and confdeltype not in ('c', 'n')`,
  );
  return {
    required: new Set(columns.map(({ name }) => String(name))),
    unique: unique.map(({ name, columns, condition }) => ({
      table: String(name),
      columns: columns as string[],
      condition: String(condition),
    })),
    constraints: constraints.map(({ name, definition }) => ({ table: String(name), definition: String(definition) })),
    tables: new Set(tables.map(({ name }) => String(name))),
  };
}

/**
 * Returns the restrictions of a newer schema on the tables of an older one that are new: writes of a program that knows
 * only the older schema may fail on them.
 * @param older URL of a database
 * @param newer URL of a database
 */
export async function newRestrictions(older: string, newer: string): Promise<string[]> {
  const [before, after] = [await restrictionsOf(older), await restrictionsOf(newer)];
  const isOld = (table: string) => before.tables.has(table);
  const required = [...after.required].filter(
    (column) => isOld(column.split('.')[0] ?? '') && !before.required.has(column),
  );
  // A key that contains all columns of an old key allows everything that the old one allows.
  const unique = after.unique.filter(
    (key) =>
      isOld(key.table) &&
      !before.unique.some(
        (old) =>
          old.table === key.table &&
          old.columns.every((column) => key.columns.includes(column)) &&
          ['', key.condition].includes(old.condition),
      ),
  );
  const constraints = after.constraints.filter(
    ({ table, definition }) =>
      isOld(table) && !before.constraints.some((old) => old.table === table && old.definition === definition),
  );
  return [
    ...required.map((column) => `${column} is required`),
    ...unique.map(
      ({ table, columns, condition }) =>
        `${table} (${columns.join(', ')}) is unique${condition && ` where ${condition}`}`,
    ),
    ...constraints.map(({ table, definition }) => `${table}: ${definition}`),
  ].sort();
}
