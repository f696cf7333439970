import type { AccountData } from '../accounts/account-data.js';
import type { RedisConnection } from '../cache/redis-connection.js';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import type { EventCatalog } from '../events/event-catalog.js';
import type { KeyRing } from '../http/key-ring.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Log } from '../logging/log.js';
import type { Mailer } from '../mail/mailer.js';
import type { MetricSource } from '../metrics/metrics.js';
import type { AnyRecords } from '../resources/owned-records.js';
import type { SearchSource } from '../search/search-source.js';
import type { SecretVault } from '../secrets/secret-vault.js';
import type { Clock } from '../time/clock.js';
import type { Timers } from '../time/timers.js';
import type { Tracer } from '../tracing/tracer.js';
import type { Outbound } from '../upstream/outbound.js';
import type { Injectable, Services } from '../wiring/services.js';

/**
 * The parts that a feature adds to the process besides controllers, jobs, consumers and runners.
 * `features/<tag>/<tag>.module.ts` exports one instance; a feature that binds no port needs none.
 */
export abstract class FeatureModule {
  /** Ports it binds, listed with their implementations in `GET /debug/services`. */
  readonly ports: ReadonlyArray<Injectable<object>> = [];

  /** Binds its ports. Opens no connection and starts no timer: the description is built from a bound container too. */
  bind(_services: Services, _parts: ContainerParts): void {}

  /** Called when every module has bound its ports. */
  bound(_services: Services): void {}

  /**
   * Compares the configuration with stored data before anything starts.
   * @throws ConfigurationError that refuses the start
   */
  async verify(_services: Services): Promise<void> {}

  /**
   * Prepares stored data once per start, before jobs and requests.
   * @param print writes text to the operator's terminal at once
   * @returns a line for the operator to see when the start is complete
   */
  async start(_services: Services, _print: (text: string) => void): Promise<string | undefined> {
    return undefined;
  }

  /** Releases what `bind` created. Resolves when nothing of it runs any more. */
  async close(_services: Services): Promise<void> {}
}

/** The parts that the features bring to a container; `discoverFeatures` finds them. */
export interface FeatureParts {
  modules: readonly FeatureModule[];
  accountData: ReadonlyArray<new (...dependencies: never[]) => AccountData | AnyRecords>;
  searchSources: ReadonlyArray<new (...dependencies: never[]) => SearchSource | AnyRecords>;
  metricSources: ReadonlyArray<new (...dependencies: never[]) => MetricSource>;
  /** All types of event. */
  catalogue: EventCatalog;
}

/** The parts of a process that cannot be made from its configuration alone. */
export interface ContainerParts extends FeatureParts {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  jobs: Jobs;
  /** Undefined: shared state stays in this process's memory. */
  redis?: RedisConnection;
  keys: KeyRing;
  vault: SecretVault;
  /** Undefined: as the configuration permits. */
  outbound?: Outbound;
  /** Undefined: as configured. */
  mailer?: Mailer;
  /** Undefined: those of the machine. */
  timers?: Timers;
  /** Time limits of calls to vendors and to the mail server (ms); undefined: the usual ones. */
  peerTimes?: { vendorMs?: number; mailMs?: number };
  /** Undefined: nothing is traced. */
  tracer?: Tracer;
  /** Binds ports before the modules do; modules do not replace an existing binding. */
  bindFirst?(services: Services): void;
}
