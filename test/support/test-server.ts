import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.js';
import { openPrivatePostgres } from '../../src/database/private-postgres/private-postgres.js';

/** A PostgreSQL server for tests, with a migrated database to copy from. */
export interface TestServer {
  /** URL of the server's maintenance database. */
  url: string;
  /** Name of the migrated database; names of databases that tests create begin with it. */
  template: string;
  /** Drops every database of this run and, if the server was started for it, removes the server. */
  stop(): Promise<void>;
}

/** Returns the URL of another database on the same server. */
export function siblingUrl(url: string, database: string): string {
  const sibling = new URL(url);
  sibling.pathname = `/${database}`;
  return sibling.href;
}

/** Runs one statement outside any transaction on the database of `url`. */
export async function execute(url: string, sql: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  client.on('error', () => {}); // the query fails with the same error
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const found = await execute(url, `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`);
  for (const row of found.rows) await execute(url, `DROP DATABASE IF EXISTS "${row.datname}" WITH (FORCE)`);
}

/** Starts a private server in its own directory, which is removed with it. */
async function startPrivate(): Promise<{ url: string; remove: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-test-'));
  chmodSync(directory, 0o711); // allows the user of the server to enter, when run as root
  // Each test process has its own connection pools. No data has to survive the run, and flushing hundreds of created
  // and dropped databases would keep the disk so busy that statements time out.
  const settings = { max_connections: '400', fsync: 'off', full_page_writes: 'off' };
  const server = await openPrivatePostgres(directory, () => {}, { settings });
  const url = new URL(`postgres://${server.user}@localhost:${server.port}/${server.database}`);
  url.searchParams.set('host', server.socketDirectory);
  const remove = async () => {
    await server.release();
    rmSync(directory, { recursive: true, force: true });
  };
  return { url: url.href, remove };
}

/** @param external URL of a server to use instead of starting one; its role must be allowed to create databases */
export async function startTestServer(external?: string): Promise<TestServer> {
  const { url, remove } = external === undefined ? await startPrivate() : { url: external, remove: async () => {} };
  // The name is unique, so that concurrent runs on one external server do not conflict.
  const template = `watchfloor_test_${randomBytes(5).toString('hex')}`;
  const stop = async () => {
    await dropAll(url, template).finally(remove);
  };
  try {
    await execute(url, `CREATE DATABASE "${template}"`);
    await migrate({ connectionString: siblingUrl(url, template) });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, template, stop };
}
