import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { migrationsFolder } from '../database/migration-history.js';
import { QUEUE_SCHEMA } from '../jobs/queue-schema.js';

/** A table with the columns that are copied: all but generated ones. */
export interface TableDescription {
  /** With its schema: `public.accounts`. */
  name: string;
  columns: string[];
}

/** Tables of the job queue that are not copied: its version is that of the program, and its statistics are of one day. */
const NOT_COPIED = ['version', 'queue_stats'];

/** @returns names with their schema of the tables that the first `count` migrations make */
export function tablesOfMigrations(count: number, folder: string = migrationsFolder): string[] {
  if (count === 0) return [];
  const snapshot = JSON.parse(readFileSync(join(folder, 'meta', `${String(count - 1).padStart(4, '0')}_snapshot.json`), 'utf8'));
  return Object.values(snapshot.tables as Record<string, { name: string; schema: string }>).map(({ name, schema }) => `${schema || 'public'}.${name}`);
}

/**
 * The tables of the service in a database, by name. Tables that somebody else made in it are left out.
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
  // The same order on every server, whatever its collation.
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The name of a table or sequence in SQL. */
export function inSql(name: string): string {
  return name.split('.').map(quoted).join('.');
}

/** The columns of a table in SQL. */
export const columnsInSql = ({ columns }: TableDescription): string => columns.map(quoted).join(', ');

/** Reads a table as COPY writes it, in the order in which its rows are stored. */
export function readTable(client: pg.Client, table: TableDescription): CopyToStreamQuery {
  return client.query(copyTo(`COPY (SELECT ${columnsInSql(table)} FROM ${inSql(table.name)}) TO STDOUT`));
}
