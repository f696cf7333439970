// Our server with its simulator, whose coins trade at any hour. The limits on streams are lifted.
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../../src/app.js';
import { readConfig } from '../../../../src/config/read-config.js';
import { openDatabase } from '../../../../src/database/open-database.js';
import { EventCatalog } from '../../../../src/events/event-catalog.js';
import { createHttpServer } from '../../../../src/http/http-server.js';
import { KeyRing } from '../../../../src/http/key-ring.js';
import { StreamWatch } from '../../../../src/http/stream/stream-watch.js';
import { StubJobs } from '../../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../../src/logging/log.js';
import { createContainer } from '../../../../src/process/container.js';
import { discoverControllers, discoverFeatures } from '../../../../src/process/discover.js';
import { SecretVault } from '../../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../../src/time/clock.js';
import { announce } from '../../../support/server-process.js';
import { secret } from './quote-work.js';

const config = await readConfig({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: secret,
  SVC_RATE_LIMIT: '1000000',
  SVC_CONCURRENCY: '10000',
  SVC_STREAMS_PER_ACCOUNT: '10000',
  SVC_DATABASE_URL: process.env.BENCH_DATABASE_URL,
});
const { databaseUrl: url, databasePoolSize: poolSize } = config.storage;
const services = createContainer({
  config,
  log: createLog(config.service),
  clock: new SystemClock(),
  database: await openDatabase({ url, dataDir: config.service.dataDir, poolSize }, () => undefined),
  jobs: new StubJobs(),
  keys: new KeyRing(secret),
  vault: new SecretVault(secret),
  ...(await discoverFeatures()),
  catalogue: new EventCatalog([]),
});
const app = createApp(services, await discoverControllers(false));
services.get(StreamWatch).start();
const server = createHttpServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const credentials = { email: `bench${process.pid}@watchfloor.test`, password: 'correct horse battery staple' };
const post = async (path: string, body: object) => {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}/api/v1${path}`, request)).json();
};
await post('/auth/register', { ...credentials, displayName: 'Bench' });
const { accessToken } = (await post('/auth/login', credentials)) as { accessToken: string };
announce({ port, tokens: [accessToken] });
