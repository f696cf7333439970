import { RedisConnection } from '../cache/redis-connection.js';
import type { Terminal } from '../commands/terminal.js';
import type { Config } from '../config/config.js';
import { readConfig } from '../config/read-config.js';
import { openDatabase } from '../database/open-database.js';
import { hasPrivatePostgres } from '../database/private-postgres/layout.js';
import { KeyRing } from '../http/key-ring.js';
import { StubJobs } from '../jobs/stub-jobs.js';
import { createLog } from '../logging/log.js';
import { createContainer } from '../process/container.js';
import { discoverFeatures } from '../process/discover.js';
import { SecretVault } from '../secrets/secret-vault.js';
import { SystemClock } from '../time/clock.js';
import type { Services } from '../wiring/services.js';

/** Placeholder for required secrets. It is never used, because commands create no tokens and store no secrets. */
const noTokens = 'commands make no tokens, so this key signs nothing';

export interface ServicesOptions {
  /** Creates the vault, for commands that read encrypted data. Other commands need no data secret. */
  vaultOf?: (config: Config) => SecretVault;
  /** True for the command that creates the database. Other commands fail if the data directory has no database. */
  createsDatabase?: boolean;
}

/**
 * Runs a command with the service's database and shared store, and always closes them. Prints the name of the database
 * to standard error.
 * @throws when the data directory contains no private database
 */
export async function withServices(
  terminal: Terminal,
  work: (services: Services) => Promise<number>,
  { vaultOf, createsDatabase = false }: ServicesOptions = {},
): Promise<number> {
  const config = await readConfig({
    SVC_JWT_SECRET: noTokens,
    ...(vaultOf ? {} : { SVC_DATA_SECRET: noTokens }),
    ...terminal.env,
  });
  const { storage, service } = config;
  announceDatabase(terminal, config, createsDatabase);
  const database = await openDatabase(
    { url: storage.databaseUrl, dataDir: service.dataDir, poolSize: 2 },
    () => undefined,
  );
  const redis =
    storage.redisUrl === undefined
      ? undefined
      : new RedisConnection({ url: storage.redisUrl, keyPrefix: 'watchfloor:' });
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

/**
 * Returns the configuration for commands that neither create tokens nor read encrypted data. @throws ConfigurationError
 */
export function configWithoutSecrets(terminal: Terminal): Promise<Config> {
  return readConfig({ SVC_JWT_SECRET: noTokens, SVC_DATA_SECRET: noTokens, ...terminal.env });
}

/**
 * Prints the name of the database that a command uses.
 * @throws when the data directory contains no database and the command does not create one
 */
export function announceDatabase(terminal: Terminal, config: Config, createsDatabase: boolean): void {
  const { storage, service } = config;
  terminal.err(`Database: ${placeOf(config)}\n`);
  if (createsDatabase || storage.databaseUrl !== undefined || hasPrivatePostgres(service.dataDir)) return;
  throw new Error(
    `There is no database in ${service.dataDir}. Run the command in the directory of the service, or set SVC_DATA_DIR or SVC_DATABASE_URL as the service has it.\n` +
      '`npx watchfloor serve` creates a database at its first start, `npx watchfloor migrate` without starting ' +
      'the service.',
  );
}

/** Returns the location of the database in words, without a password. */
function placeOf({ storage: { databaseUrl }, service: { dataDir } }: Config): string {
  if (databaseUrl === undefined) return `private PostgreSQL in ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl);
  return `${pathname.slice(1) || 'the default one'} on ${host || 'a local socket'} (SVC_DATABASE_URL)`;
}
