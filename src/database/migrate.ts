import { join } from 'node:path';

import pg from 'pg';
import type { Connection } from './database.js';
import { applyMigrations, drizzle, readMigrationFiles } from './drizzle.js';

// Any number will do, as long as it is always the same.
const lockKey = 7_718_233_011;

const oldestVersion = 150_000;

/**
 * Brings the database to the schema of this program. Processes that do so at once queue up behind an advisory lock; each run is one
 * transaction, so one that dies leaves nothing behind, and its lock ends with its connection.
 * @throws when the server is older than PostgreSQL 15, the database has migrations that this program does not know, or a migration fails
 */
export async function migrate(connection: Connection, folder: string = join(import.meta.dirname, 'migrations')): Promise<void> {
  // A migration may take long: no statement timeout.
  const client = new pg.Client({ ...connection, application_name: 'watchfloor migration', connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // the query under way rejects with it
  try {
    await client.connect();
    const version = Number((await client.query<{ server_version_num: string }>('SHOW server_version_num')).rows[0]?.server_version_num);
    if (version < oldestVersion) throw new Error(`The database server is PostgreSQL ${Math.floor(version / 10_000)}; version 15 or later is needed.`);
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await checkHistory(client, folder);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Drizzle compares the times of migrations alone, so it takes a newer database for an up-to-date one, and silently leaves out a migration
 * that is older than the newest applied one. The hashes say which migrations were really applied.
 * @throws when the applied migrations are not the first ones of `folder`
 */
async function checkHistory(client: pg.Client, folder: string): Promise<void> {
  const exists = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS found");
  if (!exists.rows[0]?.found) return;
  const applied = await client.query<{ hash: string }>('SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at, id');
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash);
  const unknown = applied.rows.filter(({ hash }) => !known.includes(hash)).length;
  if (unknown > 0)
    throw new Error(
      `The database was written by a newer version of Watchfloor: this version does not know ${unknown} of its ${applied.rows.length} migrations. ` +
        'Run that version again, or restore a backup made before the upgrade.',
    );
  const missing = known.slice(0, applied.rows.length).filter((hash) => !applied.rows.some((row) => row.hash === hash)).length;
  if (missing > 0) throw new Error(`The database lacks ${missing} migration(s) older than its newest one. Restore a backup.`);
}
