import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import type { Job } from '../../src/jobs/job.js';
import { PgBossJobs } from '../../src/jobs/pg-boss-jobs.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/upstream-for.js';

interface Run {
  data: unknown;
  at: number;
  signal: AbortSignal;
}

interface Fixture {
  database: Awaited<ReturnType<typeof createTestDatabase>>['database'];
  /** Returns the jobs of another process on the same database; they are stopped when the test ends. */
  process(): PgBossJobs;
  /** Waits until no run of a job is queued, in progress or due again. @returns the states of its runs, sorted */
  ended(name: string): Promise<string[]>;
  logged: string[];
}

async function fixture(t: ExecutionContext): Promise<Fixture> {
  const { database, drop } = await createTestDatabase();
  const made: PgBossJobs[] = [];
  t.teardown(async () => {
    await Promise.all(made.map((jobs) => jobs.stop(0)));
    await drop();
  });
  const logged: string[] = [];
  const process = () => {
    const jobs = new PgBossJobs(database, (line) => logged.push(line));
    made.push(jobs);
    return jobs;
  };
  const ended = async (name: string) => {
    const states = async () =>
      (await database.query<{ state: string }>('SELECT state FROM jobs.job WHERE name = $1 ORDER BY state', [name]))
        .rows;
    await until(async () => (await states()).every(({ state }) => ['completed', 'failed'].includes(state)));
    return (await states()).map(({ state }) => state);
  };
  return { database, process, ended, logged };
}

/** Returns a job that records its runs. */
function noting(
  job: Partial<Job> & { name: string },
  act: (run: Run) => Promise<void> = async () => {},
): Job & { runs: Run[]; ran(count: number): Promise<void> } {
  const runs: Run[] = [];
  return {
    ...job,
    runs,
    run: async (signal, data) => {
      const run = { data, at: performance.now(), signal };
      runs.push(run);
      await act(run);
    },
    ran: (count) => until(() => runs.length >= count),
  };
}

const failure = new Error('on purpose');

test('a sent job runs once, with its data', async (t) => {
  const { process, ended } = await fixture(t);
  const jobs = process();
  const job = noting({ name: 'test.sent' });
  jobs.register(job);
  await jobs.start({ work: true });
  await jobs.send('test.sent', { list: [1, 'two'] });
  await jobs.send('test.sent', { list: [] });
  t.deepEqual(await ended('test.sent'), ['completed', 'completed']);
  t.deepEqual(job.runs.map(({ data }) => JSON.stringify(data)).sort(), ['{"list":[1,"two"]}', '{"list":[]}']);
});

test('a job sent in a transaction runs when it commits, and never when it rolls back', async (t) => {
  const { database, process, ended } = await fixture(t);
  const jobs = process();
  const job = noting({ name: 'test.outbox' });
  jobs.register(job);
  await jobs.start({ work: true });
  await t.throwsAsync(
    database.transaction(async () => {
      await jobs.send('test.outbox', { from: 'rolled back, ambient' });
      throw failure;
    }),
  );
  await t.throwsAsync(
    database.transaction(async (tx) => {
      await jobs.send('test.outbox', { from: 'rolled back' }, { tx });
      throw failure;
    }),
  );
  const isSent = Promise.withResolvers<void>();
  const sendOutside = isSent.promise.then(() => jobs.send('test.outbox', { from: 'outside' }));
  const ran = () => job.runs.map(({ data }) => (data as { from: string }).from);
  await database.transaction(async (tx) => {
    await jobs.send('test.outbox', { from: 'committed' }, { tx });
    await jobs.send('test.outbox', { from: 'committed, ambient' });
    isSent.resolve();
    await sendOutside;
    await job.ran(1);
    t.deepEqual(ran(), ['outside'], 'nothing runs before the commit');
  });
  t.deepEqual(await ended('test.outbox'), ['completed', 'completed', 'completed']);
  t.deepEqual(ran().sort(), ['committed', 'committed, ambient', 'outside']);
});

test('a process without workers can send jobs, and another one runs them', async (t) => {
  const { process, database } = await fixture(t);
  const [sender, other, worker] = [process(), process(), process()];
  const jobs = {
    sent: [noting({ name: 'test.shared' }), noting({ name: 'test.shared' })],
    periodic: [noting({ name: 'test.tick', everySeconds: 1 })],
  };
  sender.register(jobs.sent[0]!);
  sender.register(jobs.periodic[0]!);
  worker.register(jobs.sent[1]!);
  await sender.start({ work: false });
  await sender.send('test.shared', { before: 'any worker' });
  // Another worker polls for its own job twice. In this time, the sender would have polled too.
  const own = noting({ name: 'test.own' });
  other.register(own);
  await other.start({ work: true });
  for (const count of [1, 2]) {
    await other.send('test.own', {});
    await own.ran(count);
  }
  t.deepEqual(
    (await database.query('SELECT name, state FROM jobs.job')).rows.filter(({ name }) => name !== 'test.own'),
    [{ name: 'test.shared', state: 'created' }],
  );
  await worker.start({ work: true });
  await jobs.sent[1]!.ran(1);
  t.is(jobs.sent[0]!.runs.length, 0);
  t.is(jobs.periodic[0]!.runs.length, 0);
});

test('a periodic job runs once per period across all processes', async (t) => {
  const { process } = await fixture(t);
  const periods = 3;
  const runs = [noting({ name: 'test.tick', everySeconds: 1 }), noting({ name: 'test.tick', everySeconds: 1 })];
  const started = Date.now();
  await Promise.all(
    runs.map(async (job) => {
      const jobs = process();
      jobs.register(job);
      await jobs.start({ work: true });
    }),
  );
  const all = () => runs.flatMap((job) => job.runs);
  await until(() => all().length >= periods);
  const slots = Math.floor(Date.now() / 1_000) - Math.floor(started / 1_000) + 1;
  t.true(all().length <= slots, `${all().length} runs in ${slots} periods`);
  t.true(all().every(({ data }) => data === null));
});

test('a failed job is retried with increasing delays, up to its number of retries', async (t) => {
  const { process, ended } = await fixture(t);
  const jobs = process();
  const job = noting({ name: 'test.failing', retries: 2 }, () => Promise.reject(failure));
  jobs.register(job);
  await jobs.start({ work: true });
  await jobs.send('test.failing', {});
  await job.ran(3);
  const [first, second, third] = job.runs.map(({ at }) => at) as [number, number, number];
  t.true(second - first >= 500, `${second - first} ms`);
  t.true(third - second > 1_000, `${third - second} ms`);
  t.deepEqual(await ended('test.failing'), ['failed']);
  t.is(job.runs.length, 3);
});

test('a failed periodic run is not retried before its next period', async (t) => {
  const { process, ended } = await fixture(t);
  const jobs = process();
  const job = noting({ name: 'test.failing-tick', everySeconds: 600 }, () => Promise.reject(failure));
  jobs.register(job);
  await jobs.start({ work: true });
  await job.ran(1);
  t.deepEqual(await ended('test.failing-tick'), ['failed']);
  t.is(job.runs.length, 1);
});

test('a stop waits for the current run and starts no other, and the remaining jobs run at the next start', async (t) => {
  const { process } = await fixture(t);
  const end = Promise.withResolvers<void>();
  const endings: unknown[] = [];
  const job = noting({ name: 'test.slow' }, async ({ data, signal }) => {
    await end.promise;
    endings.push([data, signal.aborted]);
  });
  const jobs = process();
  jobs.register(job);
  await jobs.start({ work: true });
  await jobs.send('test.slow', { is: 'first' });
  await job.ran(1);
  await jobs.send('test.slow', { is: 'second' });
  const stopped = jobs.stop(20_000);
  end.resolve();
  await stopped;
  t.deepEqual(endings, [[{ is: 'first' }, false]]);
  await jobs.start({ work: true });
  await job.ran(2);
  t.deepEqual(job.runs[1]?.data, { is: 'second' });
});

test('a run in progress during a stop can still send follow-up jobs', async (t) => {
  const { process, logged } = await fixture(t);
  const end = Promise.withResolvers<void>();
  const jobs = process();
  const next = noting({ name: 'test.next' });
  const first = noting({ name: 'test.first', concurrency: 2 }, async () => {
    await end.promise;
    await jobs.send('test.next', { after: 'first' });
  });
  jobs.register(first);
  jobs.register(next);
  await jobs.start({ work: true });
  await jobs.send('test.first', {});
  await first.ran(1);
  const stopped = jobs.stop(20_000);
  end.resolve();
  await stopped;
  t.deepEqual(logged, []);
  await jobs.start({ work: true });
  await next.ran(1);
  t.deepEqual([first.runs.length, next.runs[0]?.data], [1, { after: 'first' }]);
});

test('with one key a single run is queued or in progress, and another can be sent when it is over', async (t) => {
  const { process } = await fixture(t);
  const end = Promise.withResolvers<void>();
  const job = noting({ name: 'test.keyed', concurrency: 5 }, () => end.promise);
  const jobs = process();
  jobs.register(job);
  await jobs.start({ work: true });
  await jobs.send('test.keyed', { is: 'first' }, { key: 'one' });
  await jobs.send('test.keyed', { is: 'second' }, { key: 'one' });
  await job.ran(1);
  await jobs.send('test.keyed', { is: 'third' }, { key: 'one' });
  await jobs.send('test.keyed', { is: 'other' }, { key: 'another' });
  await job.ran(2);
  t.deepEqual(
    job.runs.map(({ data }) => data),
    [{ is: 'first' }, { is: 'other' }],
  );
  end.resolve();
  await until(async () => {
    await jobs.send('test.keyed', { is: 'later' }, { key: 'one' });
    return job.runs.length >= 3;
  });
  t.deepEqual(job.runs[2]?.data, { is: 'later' });
});

test('the signal of a run that exceeds the grace period of a stop is aborted, and the run is repeated', async (t) => {
  const { process } = await fixture(t);
  const aborted = Promise.withResolvers<void>();
  const job = noting({ name: 'test.endless' }, async ({ signal }) => {
    if (job.runs.length > 1) return;
    await once(signal, 'abort');
    aborted.resolve();
  });
  const jobs = process();
  jobs.register(job);
  await jobs.start({ work: true });
  await jobs.send('test.endless', {});
  await job.ran(1);
  await jobs.stop(100);
  await aborted.promise;
  const next = process();
  next.register(job);
  await next.start({ work: true });
  await t.notThrowsAsync(job.ran(2));
});

test('a second start, a duplicate name and an unknown name are rejected', async (t) => {
  const { process } = await fixture(t);
  const jobs = process();
  jobs.register(noting({ name: 'test.known' }));
  t.throws(() => jobs.register(noting({ name: 'test.known' })), { message: /test\.known/ });
  await t.throwsAsync(jobs.send('test.known', {}), { message: /before the jobs were started/ });
  await jobs.start({ work: true });
  await t.throwsAsync(jobs.start({ work: true }), { message: /started already/ });
  await t.throwsAsync(jobs.send('test.unknown', {}), { message: /test\.unknown/ });
});

test('a valid cron expression is accepted, and an invalid one prevents the start', async (t) => {
  const { process, database } = await fixture(t);
  const jobs = process();
  jobs.register(noting({ name: 'test.nightly', cron: '30 2 * * *' }));
  await jobs.start({ work: true });
  t.deepEqual((await database.query('SELECT name, cron, timezone FROM jobs.schedule')).rows, [
    { name: 'test.nightly', cron: '30 2 * * *', timezone: 'UTC' },
  ]);
  await jobs.stop(0);
  const wrong = process();
  wrong.register(noting({ name: 'test.never', cron: 'at night' }));
  await t.throwsAsync(wrong.start({ work: true }), { message: /Invalid characters/ });
});
