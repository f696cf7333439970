import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { RedisConnection, type RedisConnectionOptions } from '../../src/cache/redis-connection.js';
import { RedisScript } from '../../src/cache/redis-script.js';
import { isStoreUnavailable } from '../../src/cache/store-unavailable.js';
import { chaosProxy } from '../support/chaos-proxy.js';
import { settlesWithin } from '../support/in-time.js';
import { redisSpace, testRedisUrl } from '../support/redis.js';

async function behindProxy(options: Partial<RedisConnectionOptions> = {}) {
  const target = new URL(testRedisUrl);
  const proxy = await chaosProxy({ host: target.hostname, port: Number(target.port || 6379) });
  const url = new URL(testRedisUrl);
  url.host = `127.0.0.1:${proxy.port}`;
  const redis = new RedisConnection({ url: url.href, ...options });
  await redis.ready();
  return { proxy, redis, close: () => redis.close().then(() => proxy.close()) };
}

async function outcome(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { unavailable: isStoreUnavailable(error), error };
}

test('a script runs with the prefix before its keys, also when the server has not cached it', async (t) => {
  const { redis, keys, close } = await redisSpace();
  t.teardown(close);
  const script = new RedisScript(
    `redis.call('SET', KEYS[1], ARGV[1]) return { redis.call('GET', KEYS[1]), 7, '${randomUUID()}' }`,
  );
  for (const value of ['one', 'two']) t.like((await redis.run(script, ['key'], [value])) as unknown[], [value, 7]);
  t.deepEqual(await keys(), [`${redis.keyPrefix}key`]);
});

test('the server clock is known and a ping is measured', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  t.true(Math.abs((await redis.serverTime()) - Date.now()) < 60_000);
  t.true((await redis.ping()) > 0);
  t.true(redis.deadline() > (await redis.serverTime()));
});

test('a reply that was handled late does not make the clock of the server seem slow', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  const now = await redis.serverTime();
  redis.noteServerTime(now - 3_600_000);
  t.true(redis.deadline() > now);
  redis.noteServerTime(now + 3_600_000);
  t.true(redis.deadline() > now + 3_600_000, 'a clock that is ahead is taken at once');
});

test('only the command with the shorter timeout fails, and this does not count as an outage', async (t) => {
  const { proxy, redis, close } = await behindProxy({ commandTimeoutMs: 30_000 });
  t.teardown(close);
  proxy.delay(300);
  const script = new RedisScript('return 1');
  for (let count = 0; count < 4; count += 1) t.true((await outcome(redis.run(script, [], [], 20))).unavailable);
  t.is(await redis.run(script, [], []), 1);
});

test('an error in a script is not treated as an unavailable store', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  const { error, unavailable } = await outcome(redis.run(new RedisScript('return redis.call("GET")'), [], []));
  t.false(unavailable);
  t.true(error instanceof Error);
});

test('a server that refuses connections fails commands at once, is reported once and is used again when it is back', async (t) => {
  const changes: string[] = [];
  const { proxy, redis, close } = await behindProxy({ onChange: (state) => changes.push(state) });
  t.teardown(close);
  await proxy.refuse();
  await setTimeout(300); // meanwhile, several attempts to reconnect fail
  const failed = redis.ping();
  t.true(await settlesWithin(250, failed));
  t.true((await outcome(failed)).unavailable);
  t.deepEqual(changes, ['up', 'down']);
  await proxy.accept();
  await redis.ready(30_000);
  t.true((await redis.ping()) > 0);
  t.deepEqual(changes, ['up', 'down', 'up']);
});

test('an unresponsive server delays three callers by the timeout and later callers not at all', async (t) => {
  const { proxy, redis, close } = await behindProxy({ commandTimeoutMs: 100 });
  t.teardown(close);
  await redis.ping();
  proxy.stall();
  for (let caller = 0; caller < 3; caller += 1) {
    const began = performance.now();
    const waited = redis.ping();
    t.true(await settlesWithin(1_000, waited));
    t.true(performance.now() - began > 90);
    t.true((await outcome(waited)).unavailable);
  }
  const spared = redis.ping();
  t.true(await settlesWithin(90, spared));
  t.true((await outcome(spared)).unavailable);
  proxy.resume();
  // The delayed replies arrive first, then one that is in time.
  while ((await outcome(redis.ping())).error !== undefined) await setTimeout(50);
  t.true(redis.isReady);
});

test('a connection that was never established is closed without waiting', async (t) => {
  const proxy = await chaosProxy({ host: '127.0.0.1', port: 1 });
  await proxy.close();
  const changes: string[] = [];
  const redis = new RedisConnection({
    url: `redis://127.0.0.1:${proxy.port}`,
    onChange: (state) => changes.push(state),
  });
  t.true((await outcome(redis.ready(50))).unavailable);
  await redis.close();
  t.true((await outcome(redis.ping())).unavailable);
  t.deepEqual(changes, ['down']);
});
