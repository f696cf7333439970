import test from 'ava';
import { isDatabaseUnavailable } from '../../src/database/database-errors.js';
import { notificationsOf } from '../../src/database/notifications.js';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { PostgresLeaderLock } from '../../src/database/postgres-leader-lock.js';
import { SystemTimers } from '../../src/time/timers.js';
import { faults, RECOVERY_LIMIT_MS, recoveryFrom } from '../support/faults.js';
import { settlesWithin } from '../support/in-time.js';
import '../support/limit-concurrency.js';
import { proxiedDatabase } from '../support/proxied-database.js';

const CALLERS = 20;

for (const fault of faults) {
  test(`PostgreSQL, ${fault.name}: ${CALLERS} callers and a listener get responses again within ${RECOVERY_LIMIT_MS / 1000} s`, async (t) => {
    const { connection, proxy, healthy } = await proxiedDatabase(t);
    const database = new PostgresDatabase(connection, () => {}, { poolSize: 4 });
    let received = 0;
    const stopListening = notificationsOf(connection, 'news', (payload) => {
      if (payload !== undefined) received += 1;
    });
    t.teardown(async () => {
      await stopListening();
      await database.close();
    });
    const answered = async (caller: number) => {
      const { rows } = await (caller % 2 === 0
        ? database.query<{ sum: number }>('select 1 + $1::int as sum', [caller])
        : database.transaction(() => database.query<{ sum: number }>('select 1 + $1::int as sum', [caller])));
      if (rows[0]?.sum !== caller + 1) throw new Error(`PostgreSQL said ${JSON.stringify(rows)}`);
    };
    const notified = async () => {
      const before = received;
      await healthy.query(`notify news, 'x'`);
      for (let step = 0; step < 20 && received === before; step += 1)
        await new Promise((resolve) => setTimeout(resolve, 5));
      if (received === before) throw new Error('Nothing was received');
    };
    while (received === 0) await notified().catch(() => undefined);
    await Promise.all(Array.from({ length: 4 }, (_, caller) => answered(caller)));

    const { recoveredMs, wrong } = await recoveryFrom(fault, proxy, {
      callers: CALLERS + 1,
      ask: (caller) => (caller === CALLERS ? notified() : answered(caller)),
      isOutage: (error) => isDatabaseUnavailable(error) || (error as Error).message === 'Nothing was received',
    });
    t.log(`PostgreSQL, ${fault.name}: ${recoveredMs} ms`);
    t.deepEqual(wrong, []);
    t.true(recoveredMs <= RECOVERY_LIMIT_MS, `${recoveredMs} ms`);
  });
}

test('consecutive callers are served again soon after all idle connections stopped responding', async (t) => {
  const { connection, proxy } = await proxiedDatabase(t);
  const database = new PostgresDatabase(connection, () => {}, { poolSize: 10 });
  t.teardown(() => database.close());
  await Promise.all(Array.from({ length: 10 }, () => database.query('select pg_sleep(0.2)')));
  const fault = faults[0] as (typeof faults)[number];
  const { recoveredMs } = await recoveryFrom(fault, proxy, {
    callers: 1,
    ask: () => database.query('select 1'),
    isOutage: isDatabaseUnavailable,
  });
  t.log(`PostgreSQL, ten idle connections in a black hole, one caller: ${recoveredMs} ms`);
  t.true(recoveredMs <= RECOVERY_LIMIT_MS, `${recoveredMs} ms`);
});

for (const fault of faults.slice(0, 4)) {
  test(`the leader's connection, ${fault.name}: the loss is detected and leadership is regained within ${RECOVERY_LIMIT_MS / 1000} s`, async (t) => {
    const { connection, proxy } = await proxiedDatabase(t);
    const lock = new PostgresLeaderLock({ connection }, new SystemTimers());
    const lost = Promise.withResolvers<void>();
    t.is(await lock.acquire(lost.resolve), 'held');
    await fault.begin(proxy);
    const back = async () => {
      await lost.promise;
      while ((await lock.acquire(() => {})) !== 'held') await new Promise((resolve) => setTimeout(resolve, 250));
    };
    t.true(await settlesWithin(RECOVERY_LIMIT_MS, back()));
    await lock.release();
  });
}
