import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { isDatabaseUnavailable } from '../../src/database/database-errors.js';
import { sql } from '../../src/database/drizzle.js';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { settlesWithin } from '../support/in-time.js';
import { privatePlace } from '../support/private-place.js';
import { proxiedDatabase } from '../support/proxied-database.js';

/** Maximum duration of a call, successful or not (ms). */
const queryTimeoutMs = 5_000;

async function outcome(work: Promise<unknown>) {
  const settled = settlesWithin(queryTimeoutMs, work);
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, unavailable: isDatabaseUnavailable(error), inTime: await settled };
}

async function behindProxy(t: ExecutionContext, poolSize = 4) {
  const { proxy, connection } = await proxiedDatabase(t);
  const database = new PostgresDatabase(connection, () => {}, { poolSize });
  t.teardown(async () => {
    proxy.resume();
    await database.close();
  });
  return { database, proxy };
}

test('statements on an unresponsive server time out, whatever they do, and the server is used again afterwards', async (t) => {
  const { database, proxy } = await behindProxy(t);
  await database.query('SELECT 1'); // one connection exists, the others must be opened
  proxy.stall();
  const asked = [
    database.query('SELECT 1'),
    database.orm.execute(sql`SELECT 1`),
    database.transaction((tx) => tx.execute(sql`SELECT 1`)),
    database.ping(1_000),
    ...Array.from({ length: 10 }, () => database.query('SELECT 1')),
  ];
  for (const { unavailable, inTime, error } of await Promise.all(asked.map(outcome))) {
    t.true(unavailable, String(error));
    t.true(inTime);
  }
  proxy.resume();
  t.is((await outcome(database.query('SELECT 1'))).error, undefined);
});

test('a transaction on an unresponsive server times out once, not again for the rollback', async (t) => {
  const { database, proxy } = await behindProxy(t, 1);
  const stalled = Promise.withResolvers<void>();
  const work = database.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`);
    proxy.stall();
    stalled.resolve();
    await database.transaction((inner) => inner.execute(sql`SELECT 2`));
  });
  // A busy machine may start the transaction late; its time limit is measured from the stall on.
  await Promise.race([stalled.promise, work]);
  const { unavailable, inTime } = await outcome(work);
  t.true(unavailable);
  t.true(inTime);
  proxy.resume();
  t.is(
    (await outcome(database.transaction((tx) => tx.execute(sql`SELECT 1`)))).error,
    undefined,
    'the one connection was replaced',
  );
});

test('waiting for a connection times out when all are in use', async (t) => {
  const { database } = await behindProxy(t, 1);
  const free = Promise.withResolvers<void>();
  const holder = database.transaction(() => free.promise);
  const { unavailable, inTime } = await outcome(database.query('SELECT 1'));
  t.true(unavailable && inTime);
  free.resolve();
  await holder;
  t.is((await outcome(database.query('SELECT 1'))).error, undefined);
});

test('a server that refuses or cuts connections is unavailable, and is used again as soon as it is back', async (t) => {
  const { database, proxy } = await behindProxy(t);
  const cut = outcome(database.query('SELECT pg_sleep(3)'));
  await database.query('SELECT 1');
  await proxy.refuse();
  const { unavailable: known, error: lost } = await cut;
  t.true(known, String(lost));
  for (const work of [database.query('SELECT 1'), database.transaction(async () => {}), database.ping(1_000)]) {
    const { unavailable, error } = await outcome(work);
    t.true(unavailable, String(error));
  }
  await proxy.accept();
  t.is((await outcome(database.query('SELECT 1'))).error, undefined);
});

test('a server restart under load causes only known errors, service resumes soon, and the pool loses no connection', async (t) => {
  const place = privatePlace(t);
  const server = await place.open();
  const poolSize = 4;
  const connection = { host: server.socketDirectory, port: server.port, user: server.user, database: server.database };
  const database = new PostgresDatabase(connection, () => {}, { poolSize, afterClose: () => server.release() });
  let stop = false;
  let good = 0;
  const wrong: unknown[] = [];
  let refused = 0;
  const caller = async (ask: () => Promise<unknown>) => {
    while (!stop) {
      const { error, unavailable } = await outcome(ask());
      if (error === undefined) good += 1;
      else if (unavailable) refused += 1;
      else wrong.push(error);
      if (error !== undefined) await wait(5);
    }
  };
  const load = Array.from({ length: 8 }, (_, index) =>
    caller(
      index % 2 === 0
        ? () => database.query('SELECT 1')
        : () => database.transaction((tx) => tx.execute(sql`SELECT 1`)),
    ),
  );
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const pid = place.postmasterPid();
    process.kill(pid, signal);
    while (place.postmasterPid() === pid || Number.isNaN(place.postmasterPid())) await wait(5);
    const before = good;
    const answersAgain = async () => {
      while (good === before) await wait(5);
    };
    t.true(await settlesWithin(queryTimeoutMs, answersAgain()), signal);
  }
  stop = true;
  await Promise.all(load);
  t.deepEqual(wrong, []);
  t.true(refused > 0);
  const free = Promise.withResolvers<void>();
  const all = Array.from({ length: poolSize }, () => database.transaction(() => free.promise));
  const onlooker = new PostgresDatabase(connection, () => {}, { poolSize: 1 });
  const { rows } = await onlooker.query<{ count: number }>(
    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'watchfloor' AND pid <> pg_backend_pid()",
  );
  t.true(rows[0]!.count <= poolSize, `${rows[0]!.count} connections`);
  await onlooker.close();
  free.resolve();
  t.is((await Promise.all(all)).length, poolSize, 'each connection of the pool can be had');
  await database.close();
});
