import 'reflect-metadata';
import test from 'ava';
import { SweepIdempotencyKeysJob } from '../../src/http/idempotency/sweep-idempotency-keys.job.js';
import { PgBossJobs } from '../../src/jobs/pg-boss-jobs.js';
import { discoverJobs } from '../../src/process/discover.js';
import { EntriesController, entriesTable } from '../support/controllers/entries.controller.js';
import { serviceFor } from '../support/service-for.js';

test('the periodic job deletes keys after a day, keeps the others, and may run twice', async (t) => {
  t.true((await discoverJobs()).includes(SweepIdempotencyKeysJob));
  const service = await serviceFor(t, { controllers: [{ controller: EntriesController, tag: 'debug' }] });
  const { database } = service.database;
  await database.query(entriesTable);
  const ada = await service.signedIn();
  for (const key of ['old', 'young'])
    await ada.post('/entries', { note: key }, { headers: { 'idempotency-key': key } });
  await database.query("update idempotency_keys set expires_at = now() - interval '1 second' where key = 'old'");
  const jobs = new PgBossJobs(database, (line) => t.log(line));
  jobs.register(service.services.get(SweepIdempotencyKeysJob));
  await jobs.start({ work: true });
  t.teardown(() => jobs.stop(1000));
  const kept = async () =>
    (await database.query<{ key: string }>('select key from idempotency_keys order by key')).rows.map(({ key }) => key);
  while ((await kept()).length > 1) await new Promise((resolve) => setTimeout(resolve, 50));
  await service.services.get(SweepIdempotencyKeysJob).run();
  t.deepEqual(await kept(), ['young']);
});
