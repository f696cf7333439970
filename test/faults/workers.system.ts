import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { PgBossJobs } from '../../src/jobs/pg-boss-jobs.js';
import { COUNTED_JOB, countedJob } from '../support/job-worker-process.js';
import { eventually } from '../support/process-client.js';
import { randomNumbers } from '../support/random-numbers.js';
import { createTestDatabase } from '../support/test-database.js';

/** Number of jobs; a nightly run may use 10,000. */
const JOBS = Number(process.env.FAULT_JOBS ?? 1_000);
const KILLS = Number(process.env.FAULT_KILLS ?? 3);

test(`X14, X15: each of ${JOBS} jobs has its effect once while workers are killed, and the jobs of a frozen worker are taken over`, async (t) => {
  const random = randomNumbers(20261123);
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  const database = new PostgresDatabase({ connectionString: url }, () => {}, { poolSize: 2 });
  await database.query('create table effects (number int primary key, pid int not null, runs int not null default 1)');
  const sender = new PgBossJobs(database, () => {});
  sender.register(countedJob(database));
  await sender.start({ work: false });
  t.teardown(async () => {
    await sender.stop(0);
    await database.close();
  });
  const start = async (): Promise<ChildProcess> => {
    const child = fork(join(import.meta.dirname, '../support/job-worker-process.js'), [url], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    t.teardown(() => void child.kill('SIGKILL'));
    await once(child, 'message');
    return child;
  };
  const count = async (query: string): Promise<number> =>
    Number((await database.query<{ count: number }>(query)).rows[0]?.count);
  const effects = () => count('select count(*) from effects');
  const queued = () => count(`select count(*) from jobs.job where name = '${COUNTED_JOB}'`);

  const workers = await Promise.all([start(), start()]);
  await sender.sendMany(
    COUNTED_JOB,
    Array.from({ length: JOBS }, (_, number) => ({ data: { number } })),
  );
  for (let kill = 0; kill < KILLS; kill += 1) {
    const done = await effects();
    const next = start();
    await eventually(async () => (await effects()) > done);
    await wait(random() * 50);
    workers[kill % 2]?.kill('SIGKILL');
    workers[kill % 2] = await next;
  }
  const [frozen, other] = workers as [ChildProcess, ChildProcess];
  frozen.kill('SIGSTOP');
  // Jobs of killed and frozen workers are queued again when their heartbeats expire.
  await eventually(async () => (await effects()) === JOBS);
  t.is(other.exitCode, null);
  frozen.kill('SIGCONT');
  await eventually(async () => (await queued()) === 0);
  const before = await count('select sum(runs) as count from effects');
  await sender.send(COUNTED_JOB, { number: JOBS });
  await eventually(async () => (await effects()) === JOBS + 1);
  await eventually(async () => (await queued()) === 0);
  t.is(await effects(), JOBS + 1);
  t.true(before >= JOBS);
  t.log(`${before - JOBS} of ${JOBS} jobs ran again`);
});
