import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { RedisStreamSlots } from '../../src/http/stream/redis-stream-slots.js';
import { streamSlotsContract } from '../contract/stream-slots.contract.js';
import { redisSpace } from '../support/redis.js';

streamSlotsContract(test, async () => {
  const { redis, close } = await redisSpace();
  return { places: new RedisStreamSlots(redis, 3), close };
});

test('every key has an expiry', async (t) => {
  const { redis, keys, close } = await redisSpace();
  t.teardown(close);
  const places = new RedisStreamSlots(redis, 3);
  const place = { accountId: 'ada', id: '1' };
  await places.take(place);
  const [key] = await keys();
  const left = Number(await redis.send('PTTL', key!));
  t.true(left > 20_000 && left < 60_000, `${left} ms`);
  await places.release(place);
  t.deepEqual(await keys(), []);
});

test('thousands of slots are renewed, and lost ones are acquired again', async (t) => {
  const { redis, keys, close } = await redisSpace();
  t.teardown(close);
  const places = new RedisStreamSlots(redis, 3);
  const held = Array.from({ length: 1_203 }, (_, index) => ({ accountId: `account-${index}`, id: randomUUID() }));
  await places.renew(held);
  t.is((await keys()).length, 1_203);
  t.is(await redis.send('ZCARD', `${redis.keyPrefix}streams:account-1202`), 1);
});

test('the slots of a killed process become free when their leases end, and not before', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  const leaseMs = 3_000; // a renewal may be late by much of this on a busy machine
  const child = fork(new URL('../support/stream-slots-process.js', import.meta.url), [
    redis.keyPrefix,
    'ada',
    '5',
    String(leaseMs),
  ]);
  t.teardown(() => void child.kill('SIGKILL'));
  t.deepEqual((await once(child, 'message')).slice(0, 1), [5]);
  const places = new RedisStreamSlots(redis, 5, leaseMs);
  const take = () => places.take({ accountId: 'ada', id: randomUUID() });
  // Waits longer than a lease: the process renews its leases.
  await wait(2 * leaseMs);
  t.false(await take());
  const killed = performance.now();
  child.kill('SIGKILL');
  await once(child, 'exit');
  t.false(await take());
  while (!(await take())) await wait(20);
  const free = performance.now() - killed;
  t.true(free < 2 * leaseMs, `${free} ms`);
});
