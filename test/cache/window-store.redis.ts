import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { RedisConnection } from '../../src/cache/redis-connection.js';
import { FallbackWindowStore } from '../../src/http/rate-limit/fallback-window-store.js';
import { MemoryWindowStore } from '../../src/http/rate-limit/memory-window-store.js';
import { RedisWindowStore } from '../../src/http/rate-limit/redis-window-store.js';
import { SystemClock } from '../../src/time/clock.js';
import { windowStoreContract } from '../contract/window-store.contract.js';
import { chaosProxy } from '../support/chaos-proxy.js';
import { limitedApp } from '../support/limited-app.js';
import { redisSpace, testRedisUrl } from '../support/redis.js';

windowStoreContract(test, async () => {
  const { redis, close } = await redisSpace();
  return { store: new RedisWindowStore(redis), passTime: (ms) => setTimeout(ms + 2), close };
});

interface Report {
  allowed: number;
  refused: number;
  resets: number[];
}

async function processes(t: ExecutionContext, max: number, skews: number[]) {
  const { redis, keys, close } = await redisSpace();
  const script = fileURLToPath(new URL('../support/limited-process.js', import.meta.url));
  const started = skews.map((skew) => fork(script, [redis.keyPrefix, String(max), String(skew)]));
  await Promise.all(started.map((other) => once(other, 'message')));
  t.teardown(async () => {
    for (const other of started) other.disconnect();
    await Promise.all(started.map((other) => once(other, 'exit')));
    await close();
  });
  /** Makes every process send `count` requests at the same time. */
  const send = (count: number) =>
    Promise.all(
      started.map(async (other) => {
        const report = once(other, 'message');
        other.send(count);
        return ((await report) as [Report])[0];
      }),
    );
  return { redis, keys, send };
}

test('exactly a hundred of four hundred concurrent calls over four processes pass', async (t) => {
  const { send, keys } = await processes(t, 100, [0, 0, 0, 0]);
  const reports = await send(100);
  t.is(
    reports.reduce((sum, { allowed }) => sum + allowed, 0),
    100,
  );
  t.is(
    reports.reduce((sum, { refused }) => sum + refused, 0),
    300,
  );
  t.is(new Set(reports.flatMap(({ resets }) => resets)).size, 1);
  t.is((await keys()).length, 1);
});

test('a process whose clock is wrong by an hour gets no more calls and does not change the time of the store', async (t) => {
  const { send, redis } = await processes(t, 10, [0, 3_600_000, -3_600_000]);
  const reports = await send(20);
  t.is(
    reports.reduce((sum, { allowed }) => sum + allowed, 0),
    10,
  );
  const now = (await redis.serverTime()) / 1000;
  for (const reset of reports.flatMap(({ resets }) => resets)) t.true(reset > now && reset <= now + 61);
});

test('while Redis is unavailable requests are counted locally, and soon after its return in Redis again', async (t) => {
  const target = new URL(testRedisUrl);
  const proxy = await chaosProxy({ host: target.hostname, port: Number(target.port || 6379) });
  const url = new URL(testRedisUrl);
  url.host = `127.0.0.1:${proxy.port}`;
  const space = await redisSpace();
  const redis = new RedisConnection({ url: url.href, keyPrefix: space.redis.keyPrefix, commandTimeoutMs: 30_000 });
  await redis.ready(30_000);
  const shared = new RedisWindowStore(redis);
  const store = new FallbackWindowStore(shared, new MemoryWindowStore(new SystemClock()));
  const reads = await limitedApp({ store, max: 3, durationMs: 60_000, namespace: 'api' });
  const strict = await limitedApp({ store: shared, max: 3, durationMs: 60_000, namespace: 'strict' });
  t.teardown(async () => {
    await Promise.all([reads.close(), strict.close(), redis.close(), space.close()]);
    await proxy.close();
  });

  t.is((await reads.get('ada')).headers.get('X-RateLimit-Remaining'), '2');
  await proxy.refuse();
  const away = [await reads.get('ada'), await reads.get('ada'), await reads.get('ada'), await reads.get('ada')];
  t.deepEqual(
    away.map(({ status, headers }) => [status, headers.get('X-RateLimit-Remaining')]),
    [
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ],
  );
  const refused = await strict.get('ada');
  t.deepEqual([refused.status, refused.headers.get('Retry-After')], [503, '1']);

  await proxy.accept();
  await redis.ready(30_000);
  t.deepEqual(
    [(await reads.get('ada')).headers.get('X-RateLimit-Remaining'), (await strict.get('ada')).status],
    ['1', 200],
  );
});
