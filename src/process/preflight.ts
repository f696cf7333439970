import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config/config.js';
import { ConfigurationError } from '../config/environment.js';
import { LeaderRunner } from '../coordination/runner.js';
import { StubDatabase } from '../database/stub-database.js';
import { KeyRing } from '../http/key-ring.js';
import { StubJobs } from '../jobs/stub-jobs.js';
import type { Log } from '../logging/log.js';
import type { FeatureParts } from '../modules/feature-module.js';
import { SecretVault } from '../secrets/secret-vault.js';
import { SystemClock } from '../time/clock.js';
import { createContainer } from './container.js';
import { discoverRunners } from './discover.js';

/** Placeholder for secrets: only the checks of this container are used, and they neither sign nor encrypt. */
const UNUSED_SECRET = 'the checks before a start sign and seal nothing';

/**
 * Finds causes of a failed start before anything is created: a data directory that is not writable, and invalid
 * settings of this process's runners, such as an unknown source.
 * @throws ConfigurationError
 */
export async function preflight(config: Config, log: Log, features: FeatureParts): Promise<void> {
  if (needsDataDirectory(config)) checkDataDirectory(config.service.dataDir);
  const stubs = {
    database: new StubDatabase(),
    jobs: new StubJobs(),
    keys: new KeyRing(UNUSED_SECRET),
    vault: new SecretVault(UNUSED_SECRET),
  };
  const services = createContainer({ config, log, clock: new SystemClock(), ...features, ...stubs });
  for (const runner of await discoverRunners(services)) {
    if (runner instanceof LeaderRunner && runner.roles.some((role) => config.service.roles.includes(role)))
      runner.prepare();
  }
}

/** Returns true unless the database and both secrets are configured; a process then runs without a data directory. */
function needsDataDirectory({ storage, auth, dataSecret }: Config): boolean {
  return storage.databaseUrl === undefined || auth.jwtSecret === undefined || dataSecret.secret === undefined;
}

/** Checks that the directory is writable, or the nearest existing one above it, in which it would be created. */
function checkDataDirectory(path: string): void {
  let nearest = path;
  while (statOf(nearest) === undefined && dirname(nearest) !== nearest) nearest = dirname(nearest);
  const refuse = (why: string) =>
    new ConfigurationError([`SVC_DATA_DIR is ${path}, and ${nearest} ${why}. Set another directory.`]);
  if (!statOf(nearest)?.isDirectory()) throw refuse('is not a directory');
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch {
    throw refuse('may not be written by this user');
  }
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    // A path below a file cannot exist; the file itself is rejected in a later step.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
