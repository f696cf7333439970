import test from 'ava';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { isProblem } from '../support/is-problem.js';
import { serviceFor } from '../support/service-for.js';
import { createTestDatabase } from '../support/test-database.js';

/** Repeats the check until it is true. @throws after a minute */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await isSo())) if (performance.now() > end) throw new Error('This was not reached within a minute');
}

const limits = { connectMs: 60_000, statementMs: 60_000, queryMs: 60_000 };

test('slow reads of one account do not block the others; when no connection is free, requests and readiness report it, and background work continues', async (t) => {
  const { url, database: elsewhere, drop } = await createTestDatabase();
  const database = new PostgresDatabase({ connectionString: url }, () => {}, { poolSize: 4, limits });
  t.teardown(async () => {
    await database.close();
    await drop();
  });
  const service = await serviceFor(t, { parts: { database } });
  const callers = [
    await service.signedIn(),
    await service.signedIn(),
    await service.signedIn(),
    await service.signedIn(),
  ] as const;
  const [ada, bob, cal, dan] = callers;
  const pool = async () => {
    const { status, json } = await service.client().get('/health/ready');
    return { status, pool: json.checks.find(({ name }: { name: string }) => name === 'database_pool').status };
  };
  const free = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const lock = elsewhere.transaction(async () => {
    await elsewhere.query('lock table watchlists in access exclusive mode');
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  let waiting = true;
  t.teardown(() => {
    waiting = false;
    free.resolve();
  });
  const slow = Array.from({ length: 12 }, () => ada.get('/markets/watchlists'));
  // Requests beyond the connections of the account are rejected after their wait; the others wait for the lock.
  const refused = await Promise.any(slow);
  isProblem(t, refused, 503, 'unavailable');
  t.true(Number(refused.headers.get('retry-after')) >= 1);
  for (let round = 0; round < 5; round += 1) t.is((await bob.get('/geospatial/pins')).status, 200);
  t.deepEqual(await pool(), { status: 200, pool: 'ok' });

  // Each account repeats its requests after a rejection, because other work of the service may have held the last
  // connection for a moment.
  const press = async (caller: typeof ada, path: string) => {
    do await caller.get(path);
    while (waiting);
  };
  const pressing = [bob, cal].flatMap((caller) =>
    Array.from({ length: 3 }, () => press(caller, '/markets/watchlists')),
  );
  await until(async () => (await pool()).pool !== 'ok');
  isProblem(t, await dan.get('/geospatial/pins'), 503, 'unavailable');
  pressing.push(press(dan, '/geospatial/pins'));
  // All figures are read at once, because a connection may be free a moment later.
  let reading = await pool();
  await until(async () => {
    reading = await pool();
    return reading.status === 503;
  });
  t.is(reading.pool, 'failed');
  t.is((await database.query('select 1')).rows.length, 1, 'this is background work');

  waiting = false;
  free.resolve();
  await Promise.all([lock, ...pressing, ...slow]);
  t.is((await dan.get('/geospatial/pins')).status, 200);
  t.deepEqual(await pool(), { status: 200, pool: 'ok' });
});
