import 'reflect-metadata';
import type { OpenApiDocument } from '../api/open-api-document.js';
import { createApp } from '../app.js';
import { readConfig } from '../config/read-config.js';
import { StubDatabase } from '../database/stub-database.js';
import { KeyRing } from '../http/key-ring.js';
import { StubJobs } from '../jobs/stub-jobs.js';
import { createLog } from '../logging/log.js';
import { SecretVault } from '../secrets/secret-vault.js';
import { SystemClock } from '../time/clock.js';
import { createContainer } from './container.js';
import { discoverControllers, discoverFeatures } from './discover.js';

/** Placeholder that never signs anything, because no request is served. */
const secret = 'the description needs no secret, only a key ring';

/**
 * Returns the API description from the application itself: the whole container is created, with a database and jobs
 * that reject every use; nothing is opened, scheduled or listened on. The result does not depend on the environment, so
 * that all machines generate the same bytes.
 */
export async function describe({ production }: { production: boolean }): Promise<OpenApiDocument> {
  const config = await readConfig({
    SVC_ENV: production ? 'production' : 'development',
    SVC_JWT_SECRET: secret,
    SVC_DATA_SECRET: secret,
    SVC_LOG_LEVEL: 'silent',
  });
  const log = createLog(config.service, { write: () => undefined });
  const stubs = { database: new StubDatabase(), jobs: new StubJobs() };
  const services = createContainer({
    config,
    log,
    clock: new SystemClock(),
    keys: new KeyRing(secret),
    vault: new SecretVault(secret),
    ...stubs,
    ...(await discoverFeatures()),
  });
  return createApp(services, await discoverControllers(production)).document;
}
