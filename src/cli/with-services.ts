import { RedisConnection } from '../cache/redis-connection.js';
import { SystemClock } from '../clock.js';
import type { Config } from '../config/config.js';
import { readConfig } from '../config/read-config.js';
import { createContainer } from '../container.js';
import { openDatabase } from '../database/open-database.js';
import { discoverFeatures } from '../discover.js';
import { KeyRing } from '../http/key-ring.js';
import { StubJobs } from '../jobs/stub-jobs.js';
import { createLog } from '../log.js';
import { SecretVault } from '../secrets/secret-vault.js';
import type { Services } from '../services.js';
import type { Terminal } from './terminal.js';

/** Signs and seals nothing: commands make no tokens and keep no secrets. */
const noTokens = 'commands make no tokens, so this key signs nothing';

/**
 * Runs a command with the service's database and shared store, and always closes them.
 * @param vaultOf for commands that read sealed data; others need no data secret
 */
export async function withServices(
  terminal: Terminal,
  work: (services: Services) => Promise<number>,
  vaultOf?: (config: Config) => SecretVault,
): Promise<number> {
  const config = await readConfig({ SVC_JWT_SECRET: noTokens, ...(vaultOf ? {} : { SVC_DATA_SECRET: noTokens }), ...terminal.env });
  const { storage, service } = config;
  const database = await openDatabase({ url: storage.databaseUrl, dataDir: service.dataDir, poolSize: 2 }, () => undefined);
  const redis = storage.redisUrl === undefined ? undefined : new RedisConnection({ url: storage.redisUrl, keyPrefix: 'watchfloor:' });
  try {
    await redis?.ready();
    const features = await discoverFeatures();
    const log = createLog({ logLevel: 'silent' }, { write: () => undefined });
    const services = createContainer({
      config,
      log,
      clock: new SystemClock(),
      database,
      jobs: new StubJobs(),
      keys: new KeyRing(noTokens),
      vault: vaultOf?.(config) ?? new SecretVault(noTokens),
      redis,
      ...features,
    });
    return await work(services).finally(() => Promise.all(features.modules.map((module) => module.close(services))));
  } finally {
    await redis?.close();
    await database.close();
  }
}
