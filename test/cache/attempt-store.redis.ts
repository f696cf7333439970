import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { RedisAttemptStore } from '../../src/features/auth/sign-in/redis-attempt-store.js';
import { attemptStoreContract } from '../contract/attempt-store.contract.js';
import { redisSpace } from '../support/redis.js';

attemptStoreContract(test, async (limits) => {
  const { redis, close } = await redisSpace();
  return { store: new RedisAttemptStore(redis, limits), passTime: (ms) => setTimeout(ms + 2), close };
});

test('every key of failed attempts has an expiry', async (t) => {
  const { redis, keys, close } = await redisSpace();
  t.teardown(close);
  const store = new RedisAttemptStore(redis);
  await store.begin('ada');
  for (let count = 0; count < 6; count += 1) await store.begin('bob');
  for (const key of await keys()) t.true(Number(await redis.send('PTTL', key)) > 0);
  t.is((await keys()).length, 2);
  await store.undo('ada');
  await store.succeed('bob');
  t.deepEqual(await keys(), []);
});
