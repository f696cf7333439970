import test, { type ExecutionContext } from 'ava';
import { evaluationKind, type LeaseKind, PostgresLeases } from '../../src/database/postgres-leases.js';
import { ManualClock } from '../support/manual-clock.js';
import { ManualTimers } from '../support/manual-timers.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/upstream-for.js';

const NAMES = ['a', 'b', 'c', 'd'];

async function processesOf(t: ExecutionContext) {
  const { url, database, drop } = await createTestDatabase();
  t.teardown(drop);
  const ended = { count: 0 };
  const process = (host: string, idleTimeoutMs?: number, kind?: LeaseKind) => {
    const leases = new PostgresLeases({ connection: { connectionString: url } }, new ManualTimers(new ManualClock()), {
      idleTimeoutMs,
      host,
      kind,
    });
    t.teardown(() => leases.release());
    const renew = async (names: readonly string[] = NAMES) => {
      const share = await leases.renew(names, () => {
        ended.count += 1;
      });
      if (share === undefined) throw new Error('The database is unreachable.');
      return share;
    };
    /** Gives up the surplus leases, as `SharedFeeds` does. @returns the names that are still held */
    const settle = async (names?: readonly string[]) => {
      const { surplus } = await renew(names);
      await leases.giveUp(surplus);
      return [...(await renew(names)).held];
    };
    return { leases, renew, settle };
  };
  return { process, database, ended };
}

test('one process holds all names, two hold half each, and each sees who holds what', async (t) => {
  const { process } = await processesOf(t);
  const [one, other] = [process('one'), process('other')];
  t.deepEqual([...(await one.renew()).held], NAMES);
  t.deepEqual([...(await other.renew()).held], []);
  const kept = await one.settle();
  const taken = await other.settle();
  t.deepEqual([kept.length, taken.length], [2, 2]);
  t.deepEqual([...kept, ...taken].sort(), NAMES);
  const { holders, processes } = await one.renew();
  t.is(processes, 2);
  for (const name of NAMES) t.is(holders.get(name), (kept.includes(name) ? one : other).leases.process);
  t.regex(one.leases.process, /^one:\d+$/);
  await other.leases.release();
  await until(async () => (await one.renew()).held.size === 4);
});

test('names that only one process can take stay with it, and a process that can take no name leaves all to the others', async (t) => {
  const { process } = await processesOf(t);
  const [one, other] = [process('one'), process('other')];
  await one.renew(['a', 'b']);
  t.deepEqual(await other.settle(['a', 'b', 'c', 'd']), ['c', 'd']);
  await other.leases.giveUp(['c']);
  t.deepEqual(await other.settle(['d']), ['d']);
  t.deepEqual(await one.settle(['a', 'b', 'c']), ['a', 'b', 'c']);
});

test('a lost connection is reported, and the leases are held again unless another process took them', async (t) => {
  const { process, database, ended } = await processesOf(t);
  const [one, other] = [process('one'), process('other')];
  await one.renew();
  const cut = (host: string) =>
    database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like $1 and datname = current_database()`,
      [`watchfloor feeds ${host}:%`],
    );
  await cut('one');
  await until(() => ended.count === 1);
  await until(async () => (await one.renew()).held.size === 4);
  await cut('one');
  await until(() => ended.count === 2);
  await until(async () => (await other.renew()).held.size === 4);
  t.is((await one.renew()).held.size, 0);
});

test('the leases of a process that is silent for too long are free', async (t) => {
  const { process } = await processesOf(t);
  const [frozen, other] = [process('frozen', 2_000), process('other')];
  t.is((await frozen.renew()).held.size, 4);
  await until(async () => (await other.renew()).held.size === 4);
  t.pass();
});

test('leases of another kind are distributed separately, even under the same names', async (t) => {
  const { process } = await processesOf(t);
  const [feeds, shards] = [process('one'), process('one', undefined, evaluationKind)];
  t.deepEqual([[...(await feeds.renew()).held], [...(await shards.renew()).held]], [NAMES, NAMES]);
  t.deepEqual([(await feeds.renew()).processes, (await shards.renew()).processes], [1, 1]);
});
