import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readMigrationFiles } from '../database/drizzle.js';
import { migrationsFolder } from '../database/migration-history.js';
import { QUEUE_SCHEMA, queueSchema } from '../jobs/queue-schema.js';
import type { DataDescription } from './source-snapshot.js';
import { alignPartitions, columnsInSql, describeTables, inSql, type TableDescription } from './tables.js';

/** Checks that the schemas that Watchfloor uses have no tables, apart from tables of extensions. @throws otherwise */
export async function checkEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'drizzle', $1)
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      ORDER BY 1`,
    [QUEUE_SCHEMA],
  );
  if (rows.length > 0)
    throw new Error(
      `The database is not empty: it has ${rows.length} table(s), such as ${rows[0]?.name}. Use a new, empty database.`,
    );
}

/**
 * Checks the version of the job queue's tables.
 * @throws when this program cannot create the job queue's tables in the same version
 */
export function checkQueueVersion({ queueVersion }: DataDescription): void {
  const { version } = queueSchema();
  if (queueVersion === null || queueVersion === version) return;
  const needed =
    queueVersion < version
      ? 'the version of Watchfloor that wrote the data, then upgrade'
      : 'a newer version of Watchfloor';
  throw new Error(`The job queue has the schema ${queueVersion}, and this version has ${version}. Use ${needed}.`);
}

/**
 * Creates the tables of the description in an empty database, without foreign keys, in the caller's transaction. The
 * database counts as migrated only after `finishTables`.
 * @returns statements that add the foreign keys
 */
export async function createTables(client: pg.Client, description: DataDescription): Promise<string[]> {
  const migrations = readMigrationFiles({ migrationsFolder }).slice(0, description.migrations.length);
  for (const { sql } of migrations) for (const statement of sql) await client.query(statement);
  if (description.queueVersion !== null) await client.query(queueSchema().statements);
  const made = await describeTables(client, migrations.length);
  checkSame(description.tables, made);
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE contype = 'f' AND conparentid = 0 AND connamespace::regnamespace::text IN ('public', $1) ORDER BY 1, 2`,
    [QUEUE_SCHEMA],
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  await alignPartitions(client, made, description.partitions);
  // Migrations may have inserted rows.
  await client.query(`TRUNCATE ${made.map(({ name }) => inSql(name)).join(', ')}`);
  return rows.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}

function checkSame(described: readonly TableDescription[], made: readonly TableDescription[]): void {
  const line = ({ name, columns }: TableDescription) => `${name} (${[...columns].sort().join(', ')})`;
  const [wanted, found] = [described.map(line), made.map(line)];
  const different = [...wanted.filter((one) => !found.includes(one)), ...found.filter((one) => !wanted.includes(one))];
  if (different.length > 0)
    throw new Error(`The data do not have the tables of their migrations: ${different.join('; ')}.`);
}

/** Fills a table with the output of COPY. @returns the number of rows @throws an error that names the table */
export async function loadTable(
  client: pg.Client,
  table: TableDescription,
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  const target = client.query(copyFrom(`COPY ${inSql(table.name)} (${columnsInSql(table)}) FROM STDIN`));
  try {
    await pipeline(chunks, target);
  } catch (error) {
    throw new Error(`The table ${table.name} could not be filled: ${(error as Error).message}`, { cause: error });
  }
  return target.rowCount;
}

/**
 * Sets the sequences, adds the foreign keys, which checks them, and records the migrations, in the caller's
 * transaction.
 */
export async function finishTables(
  client: pg.Client,
  { sequences, migrations, tables }: DataDescription,
  foreignKeys: readonly string[],
): Promise<void> {
  for (const { name, value } of sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint)', [inSql(name), value]);
  for (const statement of foreignKeys) await client.query(statement);
  // This schema and table must be identical to those that Drizzle creates.
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  for (const { hash, folderMillis } of readMigrationFiles({ migrationsFolder }).slice(0, migrations.length))
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ]);
  await client.query(`ANALYZE ${tables.map(({ name }) => inSql(name)).join(', ')}`);
}
