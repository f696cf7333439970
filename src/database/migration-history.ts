import { join } from 'node:path';
import type pg from 'pg';
import { readMigrationFiles } from './drizzle.js';

/** The migrations of this program. */
export const migrationsFolder: string = join(import.meta.dirname, 'migrations');

/**
 * Key of the advisory lock under which a database is migrated or filled. Any number will do, as long as it is always
 * the same.
 */
export const MIGRATION_LOCK = 7_718_233_011;

/** Holds the state of an unfinished `migrate-data` in its target; see transfer/move-data.ts. */
export const TRANSFER_SCHEMA = 'watchfloor_transfer';

/** Hashes of the migrations that were applied to a database, the oldest first. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const exists = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS found");
  if (!exists.rows[0]?.found) return [];
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at, id',
  );
  return rows.map(({ hash }) => hash);
}

/**
 * Drizzle compares the times of migrations alone, so it takes a newer database for an up-to-date one, and silently
 * leaves out a migration that is older than the newest applied one. The hashes say which migrations were really
 * applied.
 * @param applied hashes, the oldest first
 * @throws when they are not the first ones of `folder`
 */
export function checkHistory(applied: readonly string[], folder: string = migrationsFolder): void {
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash);
  const unknown = applied.filter((hash) => !known.includes(hash)).length;
  if (unknown > 0)
    throw new Error(
      `The database was written by a newer version of Watchfloor: this version does not know ${unknown} of its ${applied.length} migrations. ` +
        'Run that version again, or restore a backup made before the upgrade.',
    );
  const missing = known.slice(0, applied.length).filter((hash) => !applied.includes(hash)).length;
  if (missing > 0)
    throw new Error(`The database lacks ${missing} migration(s) older than its newest one. Restore a backup.`);
}

/** @throws when `migrate-data` into this database was interrupted: its data are not complete */
export async function checkTransferred(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT to_regnamespace($1) IS NOT NULL AS found', [TRANSFER_SCHEMA]);
  if (rows[0]?.found)
    throw new Error(
      'The database was not filled completely: `watchfloor migrate-data` was interrupted. Run it again with ' +
        'the same --to.',
    );
}
