import { randomUUID } from 'node:crypto';
import { RedisConnection } from '../../src/cache/redis-connection.js';

export const testRedisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

export interface RedisSpace {
  redis: RedisConnection;
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** Returns a connection with its own key prefix; its keys are removed when it is closed. */
export async function redisSpace(keyPrefix = `test:${randomUUID()}:`): Promise<RedisSpace> {
  const redis = new RedisConnection({ url: testRedisUrl, keyPrefix, commandTimeoutMs: 30_000 });
  await redis.ready(30_000);
  const keys = () => redis.send('KEYS', `${keyPrefix}*`) as Promise<string[]>;
  return {
    redis,
    keys,
    close: async () => {
      const left = await keys();
      if (left.length > 0) await redis.send('DEL', ...left);
      await redis.close();
    },
  };
}
