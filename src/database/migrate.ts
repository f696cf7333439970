import pg from 'pg';
import type { Connection } from './database.js';
import { applyMigrations, drizzle } from './drizzle.js';
import {
  appliedMigrations,
  checkHistory,
  checkTransferred,
  MIGRATION_LOCK,
  migrationsFolder,
} from './migration-history.js';

const oldestVersion = 150_000;

/**
 * Migrates the database to the schema of this program. Concurrent processes wait for an advisory lock. Each run is one
 * transaction, so a process that dies leaves nothing behind, and its lock ends with its connection.
 * @throws when the server is older than PostgreSQL 15, the database has unknown migrations or was not filled
 * completely, or a migration fails
 */
export async function migrate(connection: Connection, folder: string = migrationsFolder): Promise<void> {
  // No statement timeout, because a migration may take long.
  const client = new pg.Client({
    ...connection,
    application_name: 'watchfloor migration',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {}); // the running query rejects with the error
  try {
    await client.connect();
    const version = Number(
      (await client.query<{ server_version_num: string }>('SHOW server_version_num')).rows[0]?.server_version_num,
    );
    if (version < oldestVersion)
      throw new Error(
        `The database server is PostgreSQL ${Math.floor(version / 10_000)}; version 15 or later is needed.`,
      );
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    checkHistory(await appliedMigrations(client), folder);
    await checkTransferred(client);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end().catch(() => {});
  }
}
