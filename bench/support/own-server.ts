import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config/read-config.js';
import { openDatabase } from '../../src/database/open-database.js';
import { EventCatalog } from '../../src/events/event-catalog.js';
import { createHttpServer } from '../../src/http/http-server.js';
import { KeyRing } from '../../src/http/key-ring.js';
import { StubJobs } from '../../src/jobs/stub-jobs.js';
import { createLog } from '../../src/logging/log.js';
import type { ContainerParts } from '../../src/modules/feature-module.js';
import { createContainer } from '../../src/process/container.js';
import { discoverControllers, discoverFeatures } from '../../src/process/discover.js';
import { SecretVault } from '../../src/secrets/secret-vault.js';
import { SystemClock } from '../../src/time/clock.js';
import type { Services } from '../../src/wiring/services.js';

const SECRET = 'a secret of the benchmark, more than thirty-two bytes';

/**
 * Starts the application of the product without its background work, for a process whose CPU time is measured. The
 * database is that of `BENCH_DATABASE_URL`; the limits are high.
 * @param env further settings
 */
export async function startOwnServer(
  env: Record<string, string> = {},
  parts: Partial<ContainerParts> = {},
): Promise<{ services: Services; port: number; signIn(): Promise<string> }> {
  const config = await readConfig({
    SVC_ENV: 'test',
    SVC_JWT_SECRET: SECRET,
    SVC_RATE_LIMIT: '1000000',
    SVC_CONCURRENCY: '100',
    SVC_SIGN_IN_LIMIT: '100000',
    SVC_DATABASE_URL: process.env.BENCH_DATABASE_URL,
    ...env,
  });
  const { databaseUrl: url, databasePoolSize: poolSize } = config.storage;
  const services = createContainer({
    config,
    log: createLog(config.service),
    clock: new SystemClock(),
    database: await openDatabase({ url, dataDir: config.service.dataDir, poolSize }, () => undefined),
    jobs: new StubJobs(),
    keys: new KeyRing(SECRET),
    vault: new SecretVault(SECRET),
    ...(await discoverFeatures()),
    catalogue: new EventCatalog([]),
    ...parts,
  });
  const server = createHttpServer(createApp(services, await discoverControllers(false))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { services, port, signIn: () => signInAt(port) };
}

/** Registers an account and signs in. @returns the access token */
async function signInAt(port: number): Promise<string> {
  const credentials = { email: `bench${process.pid}@watchfloor.test`, password: 'correct horse battery staple' };
  const post = async (path: string, body: object) => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await fetch(`http://127.0.0.1:${port}/api/v1${path}`, request)).json();
  };
  await post('/auth/register', { ...credentials, displayName: 'Bench' });
  return ((await post('/auth/login', credentials)) as { accessToken: string }).accessToken;
}
