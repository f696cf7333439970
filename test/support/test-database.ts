import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../src/database/database.js';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { recordStatements } from './record-statements.js';
import { siblingUrl, startTestServer, type TestServer } from './test-server.js';

/** An empty database with the schema of the product, for one test. */
export interface TestDatabase {
  url: string;
  database: Database;
  /** Closes `database` and drops it. */
  drop(): Promise<void>;
}

recordStatements();

let own: Promise<TestServer> | undefined;

/** Returns the server of `npm test`, or for a plain `npx ava` a server for this test file. */
function server(): Promise<Pick<TestServer, 'url' | 'template'>> {
  const { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: template } = process.env;
  if (url !== undefined && template !== undefined) return Promise.resolve({ url, template });
  if (own === undefined) {
    own = startTestServer(url);
    // ava is imported only here, because benches use test databases outside its processes.
    void import('ava').then(({ registerCompletionHandler }) =>
      registerCompletionHandler(() => void own?.then((started) => started.stop())),
    );
  }
  return own;
}

/** The published types lack these methods, which let the process end while the client is connected. */
type Client = pg.Client & { ref(): void; unref(): void };

let administrator: Promise<Client> | undefined;
let underWay = 0;
/** The last statement. The next one waits for it, because the queue of the driver is deprecated. */
let last: Promise<unknown> = Promise.resolve();

/** Creates and drops databases over one connection of this process, because most tests have their own database. */
async function administer(url: string, sql: string): Promise<void> {
  administrator ??= connect(url);
  const client = await administrator;
  if (underWay === 0) client.ref();
  underWay += 1;
  const done = last.then(() => client.query(sql));
  last = done.catch(() => undefined);
  await done.finally(() => {
    underWay -= 1;
    if (underWay === 0) client.unref();
  });
}

async function connect(url: string): Promise<Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 }) as Client;
  const forget = () => {
    administrator = undefined;
  };
  client.on('error', forget).on('end', forget);
  await client.connect();
  return client;
}

/** Creates an empty database without the schema. */
export async function createEmptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { url, template } = await server();
  const name = `${template}_${randomBytes(5).toString('hex')}`;
  await administer(url, `CREATE DATABASE "${name}"`);
  const drop = async () => {
    await administer(url, `DROP DATABASE "${name}" WITH (FORCE)`);
  };
  return { url: siblingUrl(url, name), drop };
}

const sourceInUse = '55006';

/**
 * Opens a database as the service does but with long time limits, because the usual ones are too short for a busy
 * machine.
 */
export function openPatiently(url: string, poolSize: number): Database {
  return new PostgresDatabase({ connectionString: url }, () => {}, {
    poolSize,
    limits: {
      connectMs: 60_000,
      requestWaitMs: 60_000,
      backgroundWaitMs: 60_000,
      statementMs: 60_000,
      queryMs: 60_000,
    },
  });
}

/** Copies the migrated database, which takes about 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = await server();
  const name = `${template}_${randomBytes(5).toString('hex')}`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await administer(url, `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY file_copy`);
      break;
    } catch (error) {
      // Another session uses the template at the moment, perhaps autovacuum.
      if ((error as { code?: string }).code !== sourceInUse || attempt === 50) throw error;
      await wait(20 + Math.random() * 80);
    }
  }
  const databaseUrl = siblingUrl(url, name);
  const database = openPatiently(databaseUrl, 4);
  const drop = async () => {
    await database.close();
    await administer(url, `DROP DATABASE "${name}" WITH (FORCE)`);
  };
  return { url: databaseUrl, database, drop };
}
