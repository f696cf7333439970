import type { RedisConnection } from './redis-connection.js';

/** The store of sessions and counts, for health checks. */
export abstract class SharedStore {
  abstract readonly kind: 'memory' | 'redis';
  /** Checks that the store responds. @throws when the store does not respond within `timeoutMs` */
  abstract ping(timeoutMs: number): Promise<void>;
}

/** The memory of this process, which is always available. */
export class ProcessMemory extends SharedStore {
  readonly kind = 'memory';

  async ping(): Promise<void> {}
}

export class RedisSharedStore extends SharedStore {
  readonly kind = 'redis';

  constructor(private readonly redis: RedisConnection) {
    super();
  }

  async ping(): Promise<void> {
    await this.redis.ping();
  }
}
