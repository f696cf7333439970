// The PostgreSQL driver reports some errors without a code, only with a text. The tests provoke each error, so that a
// new version with another text fails them.
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { isDatabaseUnavailable } from '../../src/database/database-errors.js';
import { chaosProxy } from '../support/chaos-proxy.js';
import { createEmptyDatabase } from '../support/test-database.js';

async function behindProxy(t: ExecutionContext) {
  const { url, drop } = await createEmptyDatabase();
  const target = new URL(url);
  const host = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const proxy = await chaosProxy(
    host === null ? { host: target.hostname, port } : { path: `${host}/.s.PGSQL.${port}` },
  );
  t.teardown(async () => {
    await proxy.close();
    await drop();
  });
  return {
    proxy,
    connection: { host: '127.0.0.1', port: proxy.port, user: target.username, database: target.pathname.slice(1) },
  };
}

async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  return client;
}

const provoked: Record<string, (behind: Awaited<ReturnType<typeof behindProxy>>) => Promise<unknown>> = {
  'timeout exceeded when trying to connect': async ({ connection }) => {
    const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 60_000 });
    const held = await pool.connect();
    pool.options.connectionTimeoutMillis = 100;
    try {
      await pool.query('SELECT 1');
    } finally {
      held.release();
      await pool.end();
    }
  },
  'Connection terminated due to connection timeout': async ({ proxy, connection }) => {
    proxy.stall();
    const pool = new pg.Pool({ ...connection, connectionTimeoutMillis: 100 });
    await pool.query('SELECT 1').finally(() => pool.end());
  },
  'Connection terminated unexpectedly': async ({ proxy, connection }) => {
    const query = (await connected(connection)).query('SELECT pg_sleep(10)');
    await Promise.all([query, wait(50).then(() => proxy.refuse())]);
  },
  'Connection terminated': async ({ connection }) => {
    const client = await connected(connection);
    const query = client.query('SELECT pg_sleep(10)');
    await Promise.all([query, client.end()]);
  },
  'Query read timeout': async ({ proxy, connection }) => {
    const client = await connected({ ...connection, query_timeout: 100 });
    proxy.stall();
    await client.query('SELECT 1').finally(() => client.end());
  },
  'Client has encountered a connection error and is not queryable': async ({ proxy, connection }) => {
    const client = await connected(connection);
    const heard = new Promise<void>((resolve) => void client.once('end', resolve));
    await proxy.refuse();
    await heard;
    await client.query('SELECT 1');
  },
  'Client was closed and is not queryable': async ({ connection }) => {
    const client = await connected(connection);
    await client.end();
    await client.query('SELECT 1');
  },
  'Cannot use a pool after calling end on the pool': async ({ connection }) => {
    const pool = new pg.Pool(connection);
    await pool.end();
    await pool.query('SELECT 1');
  },
};

for (const [message, provoke] of Object.entries(provoked)) {
  test(`unavailable: ${message}`, async (t) => {
    const error = await t.throwsAsync(provoke(await behindProxy(t)), { message });
    t.true(isDatabaseUnavailable(error));
    t.true(isDatabaseUnavailable(new Error('wrapped', { cause: error })));
  });
}

test('a server that is full or aborts a transaction in favor of another is unavailable; a missing file is not', (t) => {
  for (const code of ['53300', '08006', '58030', '57P01', '40001', 'ECONNREFUSED'])
    t.true(isDatabaseUnavailable(Object.assign(new Error(), { code })), code);
  t.true(isDatabaseUnavailable(Object.assign(new Error(), { code: 'ENOENT', syscall: 'connect' })));
  t.false(isDatabaseUnavailable(Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' })));
  for (const code of ['23505', '42P01', '22012'])
    t.false(isDatabaseUnavailable(Object.assign(new Error(), { code })), code);
  t.false(isDatabaseUnavailable('no error at all'));
});
