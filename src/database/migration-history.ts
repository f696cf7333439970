import { join } from 'node:path';
import type pg from 'pg';
import { readMigrationFiles } from './drizzle.js';

/** Folder of this program's migrations. */
export const migrationsFolder: string = join(import.meta.dirname, 'migrations');

/**
 * Key of the advisory lock under which a database is migrated or filled. The number is arbitrary but must never change.
 */
export const MIGRATION_LOCK = 7_718_233_011;

/**
 * Schema in the target of `migrate-data` that contains the state of an unfinished transfer; see transfer/move-data.ts.
 */
export const TRANSFER_SCHEMA = 'watchfloor_transfer';

/** Returns the hashes of the migrations that were applied to a database, the oldest first. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const exists = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS found");
  if (!exists.rows[0]?.found) return [];
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at, id',
  );
  return rows.map(({ hash }) => hash);
}

/**
 * Checks the applied migrations by their hashes. Drizzle compares only the times of migrations, so it takes a newer
 * database for an up-to-date one, and silently skips a migration that is older than the newest applied one.
 * @param applied hashes, the oldest first
 * @throws when they are not the first migrations of `folder`
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

/**
 * Checks that the data of the database are complete.
 * @throws when a `migrate-data` into this database was interrupted, so that its data are incomplete
 */
export async function checkTransferred(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT to_regnamespace($1) IS NOT NULL AS found', [TRANSFER_SCHEMA]);
  if (rows[0]?.found)
    throw new Error(
      'The database was not filled completely: `watchfloor migrate-data` was interrupted. Run it again with ' +
        'the same --to.',
    );
}
