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
 * The parts that a feature adds to a process in addition to controllers, jobs, consumers and runners.
 * `features/<tag>/<tag>.module.ts` exports one instance; a feature that binds no ports needs no module.
 */
export abstract class FeatureModule {
  /** Ports that the module binds; `GET /debug/services` lists them with their implementations. */
  readonly ports: ReadonlyArray<Injectable<object>> = [];

  /**
   * Binds the module's ports. Opens no connection and starts no timer, because the API description is also generated
   * from a bound container.
   */
  bind(_services: Services, _parts: ContainerParts): void {}

  /** Called after all modules have bound their ports. */
  bound(_services: Services): void {}

  /**
   * Compares the configuration with stored data before anything starts.
   * @throws ConfigurationError, which prevents the start
   */
  async verify(_services: Services): Promise<void> {}

  /**
   * Prepares stored data once per start, before jobs and requests.
   * @param print writes text to the operator's terminal at once
   * @returns a line that the operator sees at the end of the start; undefined for none
   */
  async start(_services: Services, _print: (text: string) => void): Promise<string | undefined> {
    return undefined;
  }

  /** Releases the resources of `bind`. Resolves when nothing started by the module runs any more. */
  async close(_services: Services): Promise<void> {}
}

/** The parts that features add to a container; `discoverFeatures` finds them. */
export interface FeatureParts {
  modules: readonly FeatureModule[];
  accountData: ReadonlyArray<new (...dependencies: never[]) => AccountData | AnyRecords>;
  searchSources: ReadonlyArray<new (...dependencies: never[]) => SearchSource | AnyRecords>;
  metricSources: ReadonlyArray<new (...dependencies: never[]) => MetricSource>;
  /** The catalog of all event types. */
  catalogue: EventCatalog;
}

/** The parts with which a container is created and that do not follow from the configuration alone. */
export interface ContainerParts extends FeatureParts {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  jobs: Jobs;
  /** Connection to Redis; undefined: shared state is in the memory of this process. */
  redis?: RedisConnection;
  keys: KeyRing;
  vault: SecretVault;
  /** Calls URLs that users provide. Default: as the configuration permits. */
  outbound?: Outbound;
  /** Sends mail. Default: as configured. */
  mailer?: Mailer;
  /** Timers. Default: the machine's timers. */
  timers?: Timers;
  /** Time limits of calls to vendors and to the mail server (ms). Default: the usual limits. */
  peerTimes?: { vendorMs?: number; mailMs?: number };
  /** Tracer; undefined: tracing is off. */
  tracer?: Tracer;
  /** Binds ports before the modules do; modules do not replace an existing binding. */
  bindFirst?(services: Services): void;
}
