import type { RedisConnection } from './redis-connection.js';

/** Where sessions and counts live, as far as the rest of the service asks: does it answer? */
export abstract class SharedStore {
  abstract readonly kind: 'memory' | 'redis';
  /** @throws when it does not answer within `timeoutMs` */
  abstract ping(timeoutMs: number): Promise<void>;
}

/** This process's own memory: always there. */
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
