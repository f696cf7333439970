import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { RedisConnection } from '../../../src/cache/redis-connection.js';
import { FallbackBudgetStore } from '../../../src/upstream/budget/fallback-budget-store.js';
import { MemoryBudgetStore } from '../../../src/upstream/budget/memory-budget-store.js';
import { RedisBudgetStore } from '../../../src/upstream/budget/redis-budget-store.js';
import { budgetStoreContract } from '../../contract/budget-store.contract.js';
import { ManualClock } from '../../support/manual-clock.js';
import { receiverFor, replyWith } from '../../support/receiver.js';
import { redisSpace, testRedisUrl } from '../../support/redis.js';
import { failureOf, upstreamFor } from '../../support/upstream-for.js';

budgetStoreContract(test, async () => {
  const space = await redisSpace();
  const second = new RedisConnection({ url: testRedisUrl, keyPrefix: space.redis.keyPrefix, commandTimeoutMs: 2_000 });
  await second.ready(5_000);
  const close = async () => {
    await second.close();
    await space.close();
  };
  return {
    store: new RedisBudgetStore(space.redis),
    other: new RedisBudgetStore(second),
    passTime: (ms) => setTimeout(ms + 2),
    close,
  };
});

test('two processes together stay within the budget, and both obey a Retry-After that one of them received', async (t) => {
  const space = await redisSpace();
  t.teardown(() => space.close());
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(200, {}, '{}'));
  const options = {
    budgets: [{ calls: 7, windowSeconds: 3_600 }],
    budgetStore: () => new RedisBudgetStore(space.redis),
  };
  const [one, other] = [upstreamFor(t, vendor.url, options), upstreamFor(t, vendor.url, options)];
  const call = { path: '/', parse: (body: unknown) => body };
  const calls = Array.from({ length: 10 }, (_, index) => (index % 2 ? one : other).upstream.get(call));
  const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
  t.deepEqual([vendor.received.length, refused.length], [7, 3]);

  const [third, fourth] = [0, 1].map(() =>
    upstreamFor(t, vendor.url, { feed: 'markets.other', budgetStore: options.budgetStore }),
  );
  vendor.reply(replyWith(429, { 'retry-after': '600' }));
  await failureOf(third!.upstream.get(call));
  const reported = await failureOf(fourth!.upstream.get(call));
  t.is(reported.code, 'rate_limited');
  t.true((reported.retryAfterMs as number) > 590_000);
  t.true(fourth!.upstream.pausedMs > 590_000);
  t.is(vendor.received.length, 8);
});

test('while Redis is unavailable a budget applies to each process separately', async (t) => {
  const space = await redisSpace();
  const store = new FallbackBudgetStore(new RedisBudgetStore(space.redis), new MemoryBudgetStore(new ManualClock()));
  await space.close();
  const budget = [{ calls: 1, windowSeconds: 60 }];
  t.is((await store.take('vendor', budget, 1)).waitMs, 0);
  t.is((await store.take('vendor', budget, 1)).reason, 'spent');
  await store.pause('vendor', 1_000);
  t.is((await store.take('vendor', [], 1)).reason, 'paused');
});
