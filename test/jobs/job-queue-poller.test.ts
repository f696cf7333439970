import test, { type ExecutionContext } from 'ava';
import type { Job } from '../../src/jobs/job.js';
import { PgBossJobs } from '../../src/jobs/pg-boss-jobs.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/upstream-for.js';

type Run = { who: string };

/** Starts queues on one database, as in separate processes; each runs one job with many slots. */
async function lanes(t: ExecutionContext) {
  const { database, drop } = await createTestDatabase();
  const made: PgBossJobs[] = [];
  t.teardown(async () => {
    await Promise.all(made.map((jobs) => jobs.stop(0)));
    await drop();
  });
  const start = async (work: boolean, job: Partial<Job> & Pick<Job, 'run'>, pollIntervalMs?: number) => {
    const jobs = new PgBossJobs(database, () => {}, pollIntervalMs);
    made.push(jobs);
    jobs.register({ name: 'test.lane', concurrency: 20, ...job });
    await jobs.start({ work });
    return jobs;
  };
  return { database, start };
}

/**
 * Returns a run function that records the order of runs and the number of concurrent runs of each group. A run lasts
 * until its group is released.
 */
function noting() {
  const runs: Run[] = [];
  const active = new Map<string, number>();
  const most = new Map<string, number>();
  const held = new Map<string, PromiseWithResolvers<void>>();
  const run: Job['run'] = async (_signal, data) => {
    const { who } = data as { who: string };
    runs.push({ who });
    active.set(who, (active.get(who) ?? 0) + 1);
    most.set(who, Math.max(most.get(who) ?? 0, active.get(who) as number));
    await held.get(who)?.promise;
    active.set(who, (active.get(who) as number) - 1);
  };
  const ran = async (who: string, count: number) => {
    await until(() => runs.filter((one) => one.who === who).length >= count);
  };
  const hold = (who: string) => void held.set(who, Promise.withResolvers());
  return { run, runs, ran, most, hold, release: (who: string) => held.get(who)?.resolve() };
}

const items = (who: string, count: number) => Array.from({ length: count }, () => ({ data: { who }, group: who }));

test('a queue starts jobs sent by another process without waiting for its next poll', async (t) => {
  const { start } = await lanes(t);
  const notes = noting();
  await start(true, notes, 3_600_000); // no second poll during the test
  const sender = await start(false, notes);
  for (let round = 1; round <= 8; round += 1) {
    await sender.send('test.lane', { who: 'a' });
    await t.notThrowsAsync(notes.ran('a', round));
  }
});

test('many jobs are queued in the transaction of the sender, or not at all', async (t) => {
  const { start, database } = await lanes(t);
  const notes = noting();
  const jobs = await start(true, notes);
  await t.throwsAsync(
    database.transaction(async () => {
      await jobs.sendMany('test.lane', items('rolled back', 3));
      throw new Error('on purpose');
    }),
  );
  await database.transaction(() => jobs.sendMany('test.lane', items('committed', 3)));
  await notes.ran('committed', 3);
  // The last job has the lowest priority, so every queued job has begun when it runs.
  await jobs.send('test.lane', { who: 'last' }, { priority: -1 });
  await notes.ran('last', 1);
  t.deepEqual(
    notes.runs.map(({ who }) => who),
    ['committed', 'committed', 'committed', 'last'],
  );
});

test('a group that hangs uses at most its share of the slots and does not delay the groups after it', async (t) => {
  const { start } = await lanes(t);
  const notes = noting();
  notes.hold('hanging');
  const jobs = await start(true, { ...notes, groupConcurrency: 3 });
  await jobs.sendMany('test.lane', [...items('hanging', 50), ...items('quick', 50)]);
  await notes.ran('quick', 50);
  t.deepEqual([notes.most.get('hanging'), (notes.most.get('quick') as number) <= 3], [3, true]);
  t.is(notes.runs.filter(({ who }) => who === 'hanging').length, 3);
  notes.release('hanging');
  await notes.ran('hanging', 50);
});

test('an owner with twenty groups that hang uses at most a share of the slots and delays no other owner', async (t) => {
  const { start } = await lanes(t);
  const notes = noting();
  notes.hold('hanging');
  const jobs = await start(true, { ...notes, concurrency: 50, groupConcurrency: 5, fair: true });
  const of = (who: string, groups: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ data: { who }, group: `${who} ${index % groups}`, owner: who }));
  await jobs.sendMany('test.lane', [...of('hanging', 20, 400), ...of('quick', 1, 50)]);
  await notes.ran('quick', 50);
  t.is(notes.most.get('hanging'), 10);
  t.is(notes.runs.filter(({ who }) => who === 'hanging').length, 10);
  notes.release('hanging');
  await notes.ran('hanging', 400);
});

test('jobs that wait for a slot when a process ends are run by the next process', async (t) => {
  const { start } = await lanes(t);
  const [before, after] = [noting(), noting()];
  before.hold('a');
  const options = { concurrency: 5, groupConcurrency: 100, fair: true };
  const first = await start(true, { ...before, ...options });
  await first.sendMany(
    'test.lane',
    items('a', 20).map((item) => ({ ...item, owner: 'a' })),
  );
  await before.ran('a', 1);
  await first.stop(50);
  await start(true, { ...after, ...options });
  await after.ran('a', 20);
  t.is(after.runs.length, 20);
});

test('jobs of lower priority wait for due ones', async (t) => {
  const { start } = await lanes(t);
  const notes = noting();
  const sender = await start(false, notes);
  await sender.sendMany('test.lane', [{ data: { who: 'later' }, priority: -1 }, { data: { who: 'first' } }]);
  await start(true, { ...notes, concurrency: 1 });
  await notes.ran('later', 1);
  t.deepEqual(
    notes.runs.map(({ who }) => who),
    ['first', 'later'],
  );
});

test('jobs of a killed process are run again by the next process', async (t) => {
  const { start } = await lanes(t);
  const [before, after] = [noting(), noting()];
  before.hold('a');
  const first = await start(true, before);
  await first.send('test.lane', { who: 'a' });
  await before.ran('a', 1);
  await first.stop(50);
  await start(true, after);
  await t.notThrowsAsync(after.ran('a', 1));
});

test('a failed run is retried, and a finished one leaves nothing in the queue', async (t) => {
  const { start, database } = await lanes(t);
  let runs = 0;
  const jobs = await start(true, {
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('on purpose');
    },
  });
  await jobs.send('test.lane', {});
  await until(() => runs === 2);
  const left = async () =>
    (await database.query<{ count: number }>("select count(*) from jobs.job where name = 'test.lane'")).rows[0]?.count;
  await t.notThrowsAsync(until(async () => (await left()) === 0));
});

test('while a run is queued or in progress, another with the same key is not queued', async (t) => {
  const { start } = await lanes(t);
  const notes = noting();
  const jobs = await start(true, notes);
  const once = { key: 'only once' };
  notes.hold('a');
  await jobs.send('test.lane', { who: 'a' }, once);
  await notes.ran('a', 1);
  await jobs.send('test.lane', { who: 'a' }, once);
  await jobs.send('test.lane', { who: 'b' });
  await notes.ran('b', 1);
  notes.release('a');
  t.is(notes.runs.filter(({ who }) => who === 'a').length, 1);
});
