import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { readConfig } from '../src/config/read-config.js';
import type { Job } from '../src/jobs/job.js';
import { Jobs } from '../src/jobs/jobs.js';
import { createLog } from '../src/log.js';
import { startService } from '../src/start-service.js';
import { FeedRegistry } from '../src/upstream/feed-status.js';
import { noSources } from './support/service-process.js';
import { createTestDatabase } from './support/test-database.js';

/** Starts the service in one role, as `npm start` would, on a database and directory of its own. */
async function started(t: { teardown(work: () => Promise<void>): void }, role: string) {
  const { url, database, drop } = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-roles-'));
  const logged: string[] = [];
  const own = { SVC_PORT: '0', SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: url, SVC_DRAIN_SECONDS: '0' };
  const config = await readConfig({ SVC_ENV: 'test', SVC_ROLES: role, ...own, ...noSources });
  const service = await startService(config, createLog(config.service, { write: (line) => void logged.push(line) }));
  t.teardown(async () => {
    await service.stop();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const queued = async () => (await database.query<{ name: string; count: number }>('SELECT name, count(*) FROM jobs.job GROUP BY name')).rows;
  const statuses = async () =>
    (await database.query<{ status: string }>("SELECT data->>'status' AS status FROM events WHERE type = 'feed.status_changed'")).rows.map(
      ({ status }) => status,
    );
  return { service, queued, statuses };
}

const sweep: Job['name'] = 'auth.sweep-sessions';

// One after another: a start loads modules for a second or, on a busy machine, several, in which another would not read the answer to its query in time.

test.serial('an API process can queue jobs, and runs none', async (t) => {
  const { service, queued } = await started(t, 'api');
  t.true((await fetch(`${service.url}/api/v1/health`)).ok);
  t.deepEqual(await queued(), [], 'periodic jobs are the workers’ to queue');
  await service.services.get(Jobs).send(sweep, {});
  t.deepEqual(await queued(), [{ name: sweep, count: 1 }]);
});

test.serial('a worker process serves no HTTP, and has queued its periodic jobs', async (t) => {
  const { service, queued } = await started(t, 'worker');
  t.is(service.url, undefined);
  t.true((await queued()).some(({ name }) => name === sweep));
});

test.serial('a feed process publishes when a feed is down', async (t) => {
  const { service, statuses } = await started(t, 'ingest');
  const down = {
    feed: 'ais',
    provider: 'simulator',
    status: 'down' as const,
    lastSuccessAt: null,
    ageSeconds: null,
    records: 0,
    consecutiveFailures: 0,
    quota: null,
  };
  service.services.get(FeedRegistry).register('ais', () => down);
  while ((await statuses()).length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  t.deepEqual(await statuses(), ['down']);
});
