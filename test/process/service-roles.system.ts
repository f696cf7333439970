import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { readConfig } from '../../src/config/read-config.js';
import type { Job } from '../../src/jobs/job.js';
import { Jobs } from '../../src/jobs/jobs.js';
import { createLog } from '../../src/logging/log.js';
import { startService } from '../../src/process/start-service.js';
import { FeedRegistry } from '../../src/upstream/feed-status.js';
import { freePort } from '../support/own-port.js';
import { scraperKey } from '../support/scraper-key.js';
import { noSources } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

const secret = 'the secret that all processes here share';

/** Starts the service in one role, as `npm start` does, with its own database and directory. */
async function started(
  t: { teardown(work: () => Promise<void>): void },
  role: string,
  env: Record<string, string> = {},
) {
  const { url, database, drop } = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-roles-'));
  const logged: string[] = [];
  const own = {
    SVC_PORT: '0',
    SVC_DATA_DIR: dataDir,
    SVC_DATABASE_URL: url,
    SVC_DRAIN_SECONDS: '0',
    SVC_JWT_SECRET: secret,
    ...env,
  };
  const config = await readConfig({ SVC_ENV: 'test', SVC_ROLES: role, ...own, ...noSources });
  const service = await startService(config, createLog(config.service, { write: (line) => void logged.push(line) }));
  t.teardown(async () => {
    await service.stop();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const queued = async () =>
    (await database.query<{ name: string; count: number }>('SELECT name, count(*) FROM jobs.job GROUP BY name')).rows;
  const statuses = async () =>
    (
      await database.query<{ status: string }>(
        "SELECT data->>'status' AS status FROM events WHERE type = 'feed.status_changed'",
      )
    ).rows.map(({ status }) => status);
  return { service, queued, statuses, logged };
}

const sweep: Job['name'] = 'auth.sweep-sessions';

// The tests are serial: a start blocks the event loop for a second or more, and a concurrent start would not receive
// the results of its queries in time.

test.serial('an API process can queue jobs, and runs none', async (t) => {
  const { service, queued } = await started(t, 'api');
  t.true((await fetch(`${service.url}/api/v1/health`)).ok);
  t.deepEqual(await queued(), [], 'periodic jobs are the workers’ to queue');
  await service.services.get(Jobs).send(sweep, {});
  t.deepEqual(await queued(), [{ name: sweep, count: 1 }]);
});

test.serial('a worker process queues its periodic jobs', async (t) => {
  const { queued } = await started(t, 'worker');
  t.true((await queued()).some(({ name }) => name === sweep));
});

for (const role of ['worker', 'ingest']) {
  test.serial(`a process with the role ${role} alone answers probes and metrics, and nothing else`, async (t) => {
    const { service } = await started(t, role);
    const get = async (path: string, token?: string) => {
      const answer = await fetch(`${service.url}${path}`, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
      return { status: answer.status, text: await answer.text() };
    };
    t.is(JSON.parse((await get('/api/v1/health')).text).status, 'ok');
    t.is((await get('/api/v1/health/ready')).status, 200);
    t.is((await get('/api/v1/admin/metrics')).status, 401);
    const { text, status } = await get('/api/v1/admin/metrics', await scraperKey(service));
    t.is(status, 200);
    t.regex(text, /^watchfloor_build_info\{/m);
    for (const path of [
      '/',
      '/docs',
      '/openapi.json',
      '/api/v1/health/feeds',
      '/api/v1/users/me',
      '/api/v1/admin/users',
      '/api/v1/debug/runtime',
    ])
      t.is((await get(path)).status, 404, path);
    const signIn = await fetch(`${service.url}/api/v1/auth/login`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    t.is(signIn.status, 404);
  });
}

test.serial(
  'the port of a worker that has the settings of an API process goes to that process, whichever starts first',
  async (t) => {
    const port = String(await freePort());
    const worker = await started(t, 'worker', { SVC_PORT: port });
    t.is((await fetch(`${worker.service.url}/api/v1/users/me`)).status, 404);
    const api = await started(t, 'api', { SVC_PORT: port });
    t.is((await fetch(`${api.service.url}/api/v1/users/me`)).status, 401, 'the API answers');
    t.is(worker.logged.filter((line) => line.includes('Port released')).length, 1);
    const second = await started(t, 'worker', { SVC_PORT: port });
    t.is(second.service.url, undefined);
    t.is(
      second.logged.filter((line) => line.includes(`Port ${port} is in use`)).length,
      1,
      'it says so once, and works',
    );
    t.true((await second.queued()).some(({ name }) => name === sweep));
    await t.throwsAsync(started(t, 'api', { SVC_PORT: port }), { message: new RegExp(`Port ${port} is in use`) });
  },
);

test.serial('a worker keeps its port when the claim is not signed with the secret of its installation', async (t) => {
  const port = String(await freePort());
  const worker = await started(t, 'worker', { SVC_PORT: port });
  const claims = ['', 'x', `${Date.now()}.`, `${Date.now()}.${Buffer.alloc(32).toString('base64url')}`];
  for (const claim of claims) {
    const answer = await fetch(`${worker.service.url}/api/v1/health`, { headers: { 'watchfloor-port-claim': claim } });
    t.deepEqual([answer.status, answer.headers.get('watchfloor-port')], [204, 'held'], claim);
  }
  await t.throwsAsync(started(t, 'api', { SVC_PORT: port, SVC_JWT_SECRET: 'another installation, another secret' }), {
    message: /is in use/,
  });
  t.is((await fetch(`${worker.service.url}/api/v1/health`)).status, 200);
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
