import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { RedisConnection } from '../../../../src/cache/redis-connection.js';
import type { Quote } from '../../../../src/features/markets/quote.js';
import { RedisQuoteBus } from '../../../../src/features/markets/quotes/redis-quote-bus.js';
import { createLog } from '../../../../src/logging/log.js';
import { SystemTimers } from '../../../../src/time/timers.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { redisSpace, testRedisUrl } from '../../../support/redis.js';
import { SECOND } from '../../../support/service-for.js';
import { until } from '../../../support/upstream-for.js';
import { FakeTickingProvider } from './fake-ticks.js';
import { quoteProcess } from './quote-process.js';

const log = createLog({ logLevel: 'silent' });

/** Starts a process with its own Redis connection and provider. Also returns the quotes that its followers received. */
async function processOf(t: ExecutionContext, keyPrefix: string, { url = testRedisUrl, leaseMs = 60_000 } = {}) {
  const redis = new RedisConnection({ url, keyPrefix, commandTimeoutMs: 30_000 });
  if (url === testRedisUrl) await redis.ready(30_000);
  const clock = new ManualClock(Date.UTC(2026, 10, 18, 16));
  const vendor = new FakeTickingProvider('coinbase', clock).knows('BTC-USD.CC', 100).knows('ETH-USD.CC', 10);
  const bus = new RedisQuoteBus({ redis, timers: new SystemTimers(), log, leaseMs });
  const { timers, quotes, hub, runner } = quoteProcess([vendor], clock, bus);
  await runner.start();
  const sent: Quote[] = [];
  const follow = (...symbols: string[]) => hub.follow(symbols, (quote) => sent.push(quote));
  t.teardown(async () => {
    await runner.stop();
    await redis.close();
  });
  return { vendor, timers, quotes, hub, runner, redis, follow, prices: () => sent.map(({ price }) => price) };
}

async function space(t: ExecutionContext): Promise<string> {
  const keyPrefix = `test:${randomUUID()}:`;
  const { close } = await redisSpace(keyPrefix);
  t.teardown(close);
  return keyPrefix;
}

const subscriptions = (...vendors: FakeTickingProvider[]) =>
  vendors.flatMap(({ followed }) => followed.flatMap((symbols) => [...symbols]));
const calls = (...vendors: FakeTickingProvider[]) => vendors.flatMap(({ asked }) => asked.flat());

test('followers of a symbol in two processes cost one call and one subscription, and all receive its changes', async (t) => {
  const keyPrefix = await space(t);
  const [one, other] = [await processOf(t, keyPrefix), await processOf(t, keyPrefix)];
  await Promise.all([one.follow('BTC-USD.CC'), other.follow('BTC-USD.CC')]);
  await until(() => subscriptions(one.vendor, other.vendor).length > 0);
  t.deepEqual([calls(one.vendor, other.vendor), one.prices(), other.prices()], [['BTC-USD.CC'], [100], [100]]);
  const [first, second] = subscriptions(one.vendor).length > 0 ? [one, other] : [other, one];
  await first.timers.advance(SECOND);
  await second.timers.advance(SECOND);
  first.vendor.tick('BTC-USD.CC', 101);
  await until(() => second.prices().length === 2);
  t.deepEqual(
    [first.prices(), second.prices()],
    [
      [100, 101],
      [100, 101],
    ],
  );
  // The next checks renew the lease and read the quote, because it is due.
  for (const { timers, quotes } of [first, second]) {
    await timers.advance(5 * SECOND);
    await quotes.read(['BTC-USD.CC']);
  }
  t.deepEqual(calls(one.vendor, other.vendor), ['BTC-USD.CC', 'BTC-USD.CC']);
  t.deepEqual(subscriptions(one.vendor, other.vendor), ['BTC-USD.CC']);
});

test('a process whose followers come later begins with the last change of the others, without a call', async (t) => {
  const keyPrefix = await space(t);
  const one = await processOf(t, keyPrefix);
  await one.follow('BTC-USD.CC');
  await until(() => subscriptions(one.vendor).length > 0);
  await one.timers.advance(SECOND);
  one.vendor.tick('BTC-USD.CC', 102);
  await one.timers.advance(SECOND);
  const late = await processOf(t, keyPrefix);
  await until(
    async () =>
      (await late.quotes.read(['BTC-USD.CC'])).quotes[0]?.price === 100 &&
      late.hub.lastReceived('BTC-USD.CC')?.price === 102,
  );
  await late.follow('BTC-USD.CC');
  t.deepEqual([late.prices(), calls(late.vendor)], [[102], []]);
});

test('a failure of the providers is shared like a quote', async (t) => {
  const keyPrefix = await space(t);
  const [one, other] = [await processOf(t, keyPrefix), await processOf(t, keyPrefix)];
  const gate = Promise.withResolvers<void>();
  for (const { vendor } of [one, other]) Object.assign(vendor, { failure: 'rate_limited', gate: gate.promise });
  const reading = Promise.all([one.quotes.read(['BTC-USD.CC']), other.quotes.read(['BTC-USD.CC'])]);
  await until(() => calls(one.vendor, other.vendor).length > 0);
  gate.resolve();
  const answers = await reading;
  t.deepEqual(
    answers.map(({ errors }) => errors[0]?.code),
    ['unavailable', 'unavailable'],
  );
  t.is(calls(one.vendor, other.vendor).length, 1);
});

test('another process subscribes when the subscribed one stops or dies', async (t) => {
  const keyPrefix = await space(t);
  const [one, other, third] = [
    await processOf(t, keyPrefix, { leaseMs: 300 }),
    await processOf(t, keyPrefix, { leaseMs: 300 }),
    await processOf(t, keyPrefix),
  ];
  await one.follow('BTC-USD.CC');
  await until(() => subscriptions(one.vendor).length > 0);
  await other.follow('BTC-USD.CC');
  // The lease of this process is no longer renewed.
  await one.redis.close();
  await until(async () => {
    await other.timers.advance(5 * SECOND);
    return subscriptions(other.vendor).length > 0;
  });
  await other.runner.stop();
  await third.follow('BTC-USD.CC');
  await until(() => subscriptions(third.vendor).length > 0);
  t.pass();
});

test('a quote that a process has claimed and not read is read by another within seconds', async (t) => {
  const keyPrefix = await space(t);
  const [one, other] = [await processOf(t, keyPrefix), await processOf(t, keyPrefix)];
  one.vendor.gate = new Promise(() => {});
  void one.quotes.read(['BTC-USD.CC']);
  await until(() => calls(one.vendor).length > 0);
  t.is((await other.quotes.read(['BTC-USD.CC'])).quotes[0]?.price, 100);
});

test('without Redis each process reads and subscribes for itself', async (t) => {
  const away = { url: 'redis://127.0.0.1:1' };
  const [one, other] = [await processOf(t, 'test:', away), await processOf(t, 'test:', away)];
  for (const { follow, prices, vendor, timers } of [one, other]) {
    await follow('BTC-USD.CC');
    await until(() => subscriptions(vendor).length === 1);
    await timers.advance(SECOND);
    vendor.tick('BTC-USD.CC', 101);
    t.deepEqual(prices(), [100, 101]);
  }
});
