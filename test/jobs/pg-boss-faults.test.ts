import test from 'ava';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { PgBossJobs } from '../../src/jobs/pg-boss-jobs.js';
import { faults, RECOVERY_LIMIT_MS, recoveryFrom } from '../support/faults.js';
import { proxiedDatabase } from '../support/proxied-database.js';

const NO_RUN = 'No job has run';
const QUIET = `select min(clock_timestamp() - state_change) > interval '100 ms' as quiet from pg_stat_activity
  where application_name = 'watchfloor jobs' and datname = current_database()`;

for (const fault of faults.slice(0, 4)) {
  test.serial(
    `the queue's connections, ${fault.name}: periodic jobs run again within ${RECOVERY_LIMIT_MS / 1000} s`,
    async (t) => {
      const { connection, proxy, healthy } = await proxiedDatabase(t);
      const database = new PostgresDatabase(connection, () => {}, { poolSize: 4 });
      const jobs = new PgBossJobs(database, () => {});
      t.teardown(async () => {
        await jobs.stop(0);
        await database.close();
      });
      const names = ['one', 'two', 'three'];
      const runs = names.map(() => 0);
      for (const [at, name] of names.entries()) {
        const run = async () => {
          runs[at] = (runs[at] ?? 0) + 1;
        };
        jobs.register({ name, everySeconds: 1, run });
      }
      /** Waits for one more run of a job. @throws after 1.5 s */
      const ran = async (at: number) => {
        const before = runs[at];
        for (let step = 0; step < 60 && runs[at] === before; step += 1)
          await new Promise((resolve) => setTimeout(resolve, 25));
        if (runs[at] === before) throw new Error(NO_RUN);
      };
      await jobs.start({ work: true });
      for (const at of names.keys()) while (runs[at] === 0) await ran(at).catch(() => undefined);
      // The recovery time only applies to idle connections, because a statement in progress could be slow maintenance.
      // So the test waits for a quiet moment.
      while ((await healthy.query<{ quiet: boolean }>(QUIET)).rows[0]?.quiet !== true);

      const isOutage = (error: unknown) => (error as Error).message === NO_RUN;
      const { recoveredMs } = await recoveryFrom(fault, proxy, { callers: names.length, ask: ran, isOutage });
      t.log(`the queue, ${fault.name}: ${recoveredMs} ms`);
      t.true(recoveredMs <= RECOVERY_LIMIT_MS, `${recoveredMs} ms`);
    },
  );
}
