// A process that runs the jobs of a database, for tests that kill or freeze it. Each run writes one row to a table of
// the test.
import { setTimeout as wait } from 'node:timers/promises';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import type { Job } from '../../src/jobs/job.js';
import { PgBossJobs } from '../../src/jobs/pg-boss-jobs.js';

export const COUNTED_JOB = 'test.counted';

/**
 * Returns a job that counts its runs, waits 20 ms, as if for the response of a webhook receiver, and has its effect
 * only once, even if it runs several times.
 */
export const countedJob = (database: PostgresDatabase): Job => ({
  name: COUNTED_JOB,
  concurrency: 20,
  retries: 10,
  run: async (_signal, data) => {
    const { number } = data as { number: number };
    await wait(20);
    await database.query(
      'insert into effects (number, pid) values ($1, $2) on conflict (number) do update set runs = effects.runs + 1',
      [number, process.pid],
    );
  },
});

if (process.send !== undefined && process.argv[2]?.startsWith('postgres')) {
  const database = new PostgresDatabase({ connectionString: process.argv[2] }, () => {}, { poolSize: 4 });
  const jobs = new PgBossJobs(database, () => {}, 50);
  jobs.register(countedJob(database));
  await jobs.start({ work: true });
  process.send('ready');
}
