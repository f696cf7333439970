import { Environment } from './environment.js';

/** Settings of the stores for durable data and for data that processes share. */
export class StorageConfig {
  /** Address of the operator's PostgreSQL (15 or newer); undefined: the private one in the data directory. */
  readonly databaseUrl?: string;
  readonly databasePoolSize: number;
  readonly databaseBackgroundPoolSize: number;
  /** Address of Redis or Valkey; undefined: the memory of this process. */
  readonly redisUrl?: string;

  constructor(env: Environment) {
    this.databaseUrl = env.url('SVC_DATABASE_URL', ['postgres:', 'postgresql:'], {
      meaning: 'Your PostgreSQL (15 or newer) instead of the embedded one.',
      secret: true,
    });
    this.databasePoolSize = env.integer('SVC_DATABASE_POOL_SIZE', 10, 1, 100, {
      meaning: 'The most database connections this process opens for requests.',
    });
    this.databaseBackgroundPoolSize = env.integer('SVC_DATABASE_BACKGROUND_POOL_SIZE', 6, 1, 100, {
      meaning:
        'The most database connections this process opens for jobs, events and feeds, beside those for requests.',
    });
    this.redisUrl = env.url('SVC_REDIS_URL', ['redis:', 'rediss:'], {
      meaning: "Redis or Valkey instead of this process's memory. Needed when several processes answer HTTP.",
      secret: true,
    });
  }
}
