import type { AccountData } from './accounts/account-data.js';
import type { RedisConnection } from './cache/redis-connection.js';
import type { Clock } from './clock.js';
import type { Config } from './config/config.js';
import type { Database } from './database/database.js';
import type { EventCatalogue } from './events/event-catalogue.js';
import type { FeatureModule } from './feature-module.js';
import type { KeyRing } from './http/key-ring.js';
import type { Jobs } from './jobs/jobs.js';
import type { Log } from './log.js';
import type { Mailer } from './mail/mailer.js';
import type { MetricSource } from './metrics/metric-source.js';
import type { SearchSource } from './search/search-source.js';
import type { SecretVault } from './secrets/secret-vault.js';
import type { Services } from './services.js';
import type { Timers } from './timers.js';
import type { Tracer } from './tracing/tracer.js';
import type { Outbound } from './upstream/outbound.js';

/** The parts that the features bring to a container; `discoverFeatures` finds them. */
export interface Features {
  modules: readonly FeatureModule[];
  accountData: ReadonlyArray<new (...dependencies: never[]) => AccountData>;
  searchSources: ReadonlyArray<new (...dependencies: never[]) => SearchSource>;
  metricSources: ReadonlyArray<new (...dependencies: never[]) => MetricSource>;
  /** All types of event. */
  catalogue: EventCatalogue;
}

/** The parts of a process that cannot be made from its configuration alone. */
export interface Parts extends Features {
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
  /** Binds ports before the modules do; they keep what is bound. */
  bindFirst?(services: Services): void;
}
