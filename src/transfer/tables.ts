import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { migrationsFolder } from '../database/migration-history.js';
import { QUEUE_SCHEMA } from '../jobs/queue-schema.js';

/** A table and its copied columns, which are all but generated ones. */
export interface TableDescription {
  /** Name with the schema, such as `public.accounts`. */
  name: string;
  columns: string[];
}

/**
 * Tables of the job queue that are not copied: its version depends on the program, and its statistics cover only one
 * day.
 */
const NOT_COPIED = ['version', 'queue_stats'];

/** Tables of the service that are not copied, because they describe this database and its processes. */
const OF_THIS_DATABASE = ['processes', 'last_backup'];

/**
 * Returns the tables of an earlier schema.
 * @returns names (with schema) of the copied tables among those that the first `count` migrations create
 */
export function tablesOfMigrations(count: number, folder: string = migrationsFolder): string[] {
  if (count === 0) return [];
  const snapshot = JSON.parse(
    readFileSync(join(folder, 'meta', `${String(count - 1).padStart(4, '0')}_snapshot.json`), 'utf8'),
  );
  const tables = Object.values(snapshot.tables as Record<string, { name: string; schema: string }>);
  return tables
    .filter(({ name }) => !OF_THIS_DATABASE.includes(name))
    .map(({ name, schema }) => `${schema || 'public'}.${name}`);
}

/**
 * Returns the tables of the service in a database, sorted by name. Other tables are left out.
 * @param migrations number of applied migrations
 */
export async function describeTables(client: pg.Client, migrations: number): Promise<TableDescription[]> {
  const { rows } = await client.query<TableDescription>(
    `SELECT n.nspname || '.' || c.relname AS name, json_agg(a.attname ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        AND (n.nspname || '.' || c.relname = ANY($1) OR n.nspname = $2 AND NOT c.relname = ANY($3))
      GROUP BY 1`,
    [tablesOfMigrations(migrations), QUEUE_SCHEMA, NOT_COPIED],
  );
  // This order is the same on all servers, independent of their collation.
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A partition for a range of times, ids or numbers. */
export interface PartitionDescription {
  name: string;
  parent: string;
  /** Bounds in the form of the statement that creates the partition. */
  bounds: string;
}

/**
 * Allowed names and bounds of partitions: they become part of SQL statements, and the names and bounds in a backup come
 * from a file.
 */
const PARTITION_NAME = /^public\.[a-z0-9_]+$/;
const PARTITION_BOUNDS = /^FOR VALUES FROM \((?:MINVALUE|'[-+:. 0-9a-f]+')\) TO \('[-+:. 0-9a-f]+'\)$/;

/** Returns the range partitions of the service's own tables, without default partitions. */
export async function describePartitions(
  client: pg.Client,
  tables: readonly TableDescription[],
): Promise<PartitionDescription[]> {
  const { rows } = await client.query<PartitionDescription>(
    `SELECT n.nspname || '.' || c.relname AS name, pn.nspname || '.' || p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bounds
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace pn ON pn.oid = p.relnamespace
      WHERE c.relispartition AND pn.nspname = 'public' AND pn.nspname || '.' || p.relname = ANY($1) ORDER BY 1`,
    [tables.map(({ name }) => name)],
  );
  return rows.filter(({ name, bounds }) => PARTITION_NAME.test(name) && PARTITION_BOUNDS.test(bounds));
}

/** Replaces the partitions that the migrations created for the current time by the partitions of the source. */
export async function alignPartitions(
  client: pg.Client,
  tables: readonly TableDescription[],
  wanted: readonly PartitionDescription[],
): Promise<void> {
  for (const { name } of await describePartitions(client, tables)) await client.query(`DROP TABLE ${inSql(name)}`);
  for (const { name, parent, bounds } of wanted) {
    const isValid =
      PARTITION_NAME.test(name) && PARTITION_BOUNDS.test(bounds) && tables.some((table) => table.name === parent);
    if (!isValid) throw new Error(`The data have an unknown partition ${name}.`);
    await client.query(`CREATE TABLE ${inSql(name)} PARTITION OF ${inSql(parent)} ${bounds}`);
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns the quoted name of a table or sequence for SQL. */
export function inSql(name: string): string {
  return name.split('.').map(quoted).join('.');
}

/** Returns the quoted columns of a table for SQL. */
export const columnsInSql = ({ columns }: TableDescription): string => columns.map(quoted).join(', ');

/** Reads a table by COPY, in the physical order of its rows. */
export function readTable(client: pg.Client, table: TableDescription): CopyToStreamQuery {
  return client.query(copyTo(`COPY (SELECT ${columnsInSql(table)} FROM ${inSql(table.name)}) TO STDOUT`));
}
