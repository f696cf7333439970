import test, { type ExecutionContext } from 'ava';
import type { Connection } from '../../src/database/database.js';
import { type LeaderLockLimits, PostgresLeaderLock } from '../../src/database/postgres-leader-lock.js';
import { chaosProxy } from '../support/chaos-proxy.js';
import { ManualClock } from '../support/manual-clock.js';
import { ManualTimers } from '../support/manual-timers.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/upstream-for.js';

/** Returns the lock of one process, and the number of times that its loss was reported. */
function holder(t: ExecutionContext, connection: Connection, limits: Partial<LeaderLockLimits> = {}) {
  const timers = new ManualTimers(new ManualClock());
  const database = { connection };
  const lock = new PostgresLeaderLock(database, timers, { queryTimeoutMs: 60_000, idleTimeoutMs: 60_000, ...limits });
  const heard = { lost: 0 };
  t.teardown(() => lock.release());
  const lost = () => {
    heard.lost += 1;
  };
  return { database, timers, lock, heard, acquire: () => lock.acquire(lost) };
}

async function database(t: ExecutionContext) {
  const { url, database, drop } = await createTestDatabase();
  t.teardown(drop);
  const ofLeader = `from pg_stat_activity where application_name = 'watchfloor leader' and datname = current_database()`;
  const end = () => database.query(`select pg_terminate_backend(pid) ${ofLeader}`);
  /** Returns the time of the last query on the lock's connection. */
  const asked = async () =>
    (await database.query<{ at: string }>(`select query_start::text as at ${ofLeader}`)).rows[0]?.at;
  return { connection: { connectionString: url }, end, asked };
}

/** Returns a database behind a proxy that can fail. */
async function behindProxy(t: ExecutionContext) {
  const { connection } = await database(t);
  const target = new URL(connection.connectionString);
  const directory = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const proxy = await chaosProxy(
    directory === null ? { host: target.hostname, port } : { path: `${directory}/.s.PGSQL.${port}` },
  );
  t.teardown(() => proxy.close());
  return {
    proxy,
    direct: connection,
    connection: { host: '127.0.0.1', port: proxy.port, user: target.username, database: target.pathname.slice(1) },
  };
}

test('only one of two processes holds the lock; the other gets it after a release', async (t) => {
  const { connection } = await database(t);
  const [one, other] = [holder(t, connection), holder(t, connection)];
  t.is(await one.acquire(), 'held');
  t.is(await one.acquire(), 'held');
  t.is(await other.acquire(), 'taken');
  await one.lock.release();
  await until(async () => (await other.acquire()) === 'held');
  t.is(one.heard.lost, 0);
});

test('the lock ends with its connection, which is reported at once, and can be acquired again', async (t) => {
  const { connection, end } = await database(t);
  const one = holder(t, connection);
  t.is(await one.acquire(), 'held');
  await end();
  await until(() => one.heard.lost > 0);
  t.is(one.timers.size, 0);
  t.is(await one.acquire(), 'held');
  t.is(one.heard.lost, 1);
});

test('a process on standby that loses its connection opens another', async (t) => {
  const { connection, end } = await database(t);
  const [one, other] = [holder(t, connection), holder(t, connection)];
  t.is(await one.acquire(), 'held');
  t.is(await other.acquire(), 'taken');
  await end();
  await until(() => one.heard.lost > 0);
  await until(async () => (await other.acquire()) === 'held');
  t.is(other.heard.lost, 0);
});

test('the holder is unknown while the database is unreachable', async (t) => {
  const { proxy, connection } = await behindProxy(t);
  const one = holder(t, connection);
  t.is(await one.acquire(), 'held');
  await proxy.refuse();
  await until(() => one.heard.lost > 0);
  t.is(await one.acquire(), 'unknown');
  await proxy.accept();
  await until(async () => (await one.acquire()) === 'held');
  t.is(one.heard.lost, 1);
});

test('the server releases the lock of a silent holder, and another process acquires it', async (t) => {
  const { connection } = await database(t);
  // The manual timers of `frozen` do not advance, so it sends no heartbeats, like a frozen process.
  const [frozen, other] = [holder(t, connection, { idleTimeoutMs: 2_000 }), holder(t, connection)];
  t.is(await frozen.acquire(), 'held');
  await until(async () => (await other.acquire()) === 'held');
  await until(() => frozen.heard.lost > 0);
  t.is(await frozen.acquire(), 'taken');
});

test('a holder sends a heartbeat every two seconds', async (t) => {
  const { connection, asked } = await database(t);
  const one = holder(t, connection);
  await one.acquire();
  const before = await asked();
  await one.timers.advance(1_999);
  t.is(await asked(), before);
  await one.timers.advance(1);
  await until(async () => (await asked()) !== before);
  t.is(one.heard.lost, 0);
});

test('a holder that gets no reply treats the lock as lost', async (t) => {
  const { proxy, connection } = await behindProxy(t);
  const one = holder(t, connection, { queryTimeoutMs: 1_000 });
  await until(async () => (await one.acquire()) === 'held');
  proxy.stall();
  await one.timers.advance(2_000);
  await until(() => one.heard.lost > 0);
  t.pass();
});

test('a holder whose connection returns detects whether another process held the lock meanwhile', async (t) => {
  const { connection, end } = await database(t);
  const [one, other] = [holder(t, connection), holder(t, connection)];
  t.is(await one.acquire(), 'held');
  await end();
  await until(() => one.heard.lost > 0);
  t.is(await other.acquire(), 'held');
  t.is(await one.acquire(), 'taken');
  await other.lock.release();
  const answers = new Set<string>();
  await until(async () => answers.add(await one.acquire()).has('inherited'));
  t.false(answers.has('unknown'));
  await end();
  await until(() => one.heard.lost > 1);
  t.is(await one.acquire(), 'held');
});

test('the reason for an unknown holder is available', async (t) => {
  const { connection } = await database(t);
  const one = holder(t, {
    ...connection,
    connectionString: connection.connectionString.replace(/(\/)[^/?]+(\?|$)/, '$1no_such_database$2'),
  });
  t.is(await one.acquire(), 'unknown');
  t.like(one.lock.problem, { code: '3D000' });
});

test('a lock held by a lost connection of the same process is not reported as taken by another', async (t) => {
  const { proxy, connection, direct } = await behindProxy(t);
  const [one, other] = [holder(t, connection, { queryTimeoutMs: 1_000 }), holder(t, direct)];
  await until(async () => (await one.acquire()) === 'held');
  proxy.stall();
  await one.timers.advance(2_000);
  await until(() => one.heard.lost > 0);
  one.database.connection = direct;
  t.is(await other.acquire(), 'taken');
  t.is(await one.acquire(), 'unknown');
  t.regex(String(one.lock.problem), /connection of this process/);
  await proxy.refuse();
  await until(async () => (await other.acquire()) === 'held');
  t.is(await one.acquire(), 'taken');
});
