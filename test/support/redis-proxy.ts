import type { ExecutionContext } from 'ava';
import { RedisConnection } from '../../src/cache/redis-connection.js';
import { chaosProxy } from './chaos-proxy.js';
import { redisSpace, testRedisUrl } from './redis.js';

/** Returns a connection to Redis through a proxy that can interrupt it. Both are closed after the test. */
export async function redisBehindProxy(t: ExecutionContext, commandTimeoutMs: number) {
  const target = new URL(testRedisUrl);
  const proxy = await chaosProxy({ host: target.hostname, port: Number(target.port || 6379) });
  const space = await redisSpace();
  const redis = new RedisConnection({
    url: `redis://127.0.0.1:${proxy.port}`,
    keyPrefix: space.redis.keyPrefix,
    commandTimeoutMs,
  });
  await redis.ready(30_000);
  t.teardown(async () => {
    await redis.close();
    await proxy.close();
    await space.close();
  });
  return { proxy, redis, space };
}
