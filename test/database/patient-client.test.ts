import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { PatientClient } from '../../src/database/patient-client.js';
import { createEmptyDatabase } from '../support/test-database.js';

const TIMEOUT_MS = 200;

/** Keeps this process busy for longer than the timeout; the response arrives meanwhile. */
function block(): void {
  const end = performance.now() + 3 * TIMEOUT_MS;
  while (performance.now() < end);
}

/** Ignores that the server ends connections when the database is dropped. */
function ignoreEnds(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

async function fixture(t: ExecutionContext, Client: typeof pg.Client = PatientClient) {
  const { url, drop } = await createEmptyDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1, query_timeout: TIMEOUT_MS, Client });
  ignoreEnds(pool);
  const client = await pool.connect();
  t.teardown(async () => {
    // A query that was given up ends first.
    const last: pg.QueryConfig & { query_timeout: number } = { text: 'select', query_timeout: 30_000 };
    await client.query(last);
    client.release(true);
    await pool.end();
    await drop();
  });
  return { pool, client };
}

// Tests that keep the process busy run alone: the responses of the others would arrive meanwhile, and be read.
test.serial('a response that arrives while the process is busy is read, although its time has passed', async (t) => {
  const { client } = await fixture(t);
  const response = client.query('select 1 as one');
  block();
  t.deepEqual((await response).rows, [{ one: 1 }]);
});

test.serial('node-postgres itself rejects such a query, so the client is still needed', async (t) => {
  const { client } = await fixture(t, pg.Client);
  const response = client.query('select 1 as one');
  block();
  await t.throwsAsync(response, { message: 'Query read timeout' });
});

test('a query without a response in time is rejected, by the timeout of the client or its own', async (t) => {
  const { client } = await fixture(t);
  await t.throwsAsync(client.query('select pg_sleep(0.6)'), { message: 'Query read timeout' });
  const other = await fixture(t);
  const own: pg.QueryConfig & { query_timeout: number } = { text: 'select pg_sleep(0.4)', query_timeout: 10_000 };
  t.is((await other.client.query(own)).rowCount, 1);
});

test('a pool queries with it, and errors of the server are passed on', async (t) => {
  const { pool, client } = await fixture(t);
  t.deepEqual((await client.query('select $1::int as two', [2])).rows, [{ two: 2 }]);
  await t.throwsAsync(client.query('select 1 / 0'), { code: '22012' });
  t.is(pool.totalCount, 1);
});

test('a pool that chooses the connection itself receives rows and errors', async (t) => {
  const { url, drop } = await createEmptyDatabase();
  const pool = new pg.Pool({ connectionString: url, query_timeout: TIMEOUT_MS, Client: PatientClient });
  ignoreEnds(pool);
  t.teardown(() => pool.end().then(drop));
  t.deepEqual((await pool.query('select 3 as three')).rows, [{ three: 3 }]);
  await t.throwsAsync(pool.query('select 1 / 0'), { code: '22012' });
});
