// Quotes that one process publishes through Redis and another receives: CPU time of both processes, and the age of
// quotes on arrival. BENCH_REDIS_URL names the server.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { RedisConnection } from '../../../src/cache/redis-connection.js';
import type { Quote } from '../../../src/features/markets/quote.js';
import { RedisQuoteBus } from '../../../src/features/markets/quotes/redis-quote-bus.js';
import { createLog } from '../../../src/logging/log.js';
import { SystemTimers } from '../../../src/time/timers.js';
import { percentile } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { BENCH_REDIS_URL: url = 'redis://127.0.0.1:6379' } = process.env;
const { seconds: SECONDS, rate: RATE } = sizesOf({
  usual: { seconds: 5, rate: 16_000 },
  smoke: { seconds: 1, rate: 800 },
});
const TURN_MS = 50;
const SYMBOLS = 2_000;

const keyPrefix = `bench:${randomUUID()}:`;
const connect = async () => {
  const redis = new RedisConnection({ url, keyPrefix });
  await redis.ready();
  return redis;
};
const [sender, receiver] = [await connect(), await connect()];
const parts = { timers: new SystemTimers(), log: createLog({ logLevel: 'error' }) };
const [from, to] = [new RedisQuoteBus({ redis: sender, ...parts }), new RedisQuoteBus({ redis: receiver, ...parts })];

const quoteOf = (index: number): Quote => ({
  symbol: `S${index}.US`,
  assetClass: 'equity',
  currency: 'USD',
  price: 200 + index / 100,
  previousClose: 199,
  change: 1,
  changePercent: 0.5,
  open: 199,
  high: 202,
  low: 198,
  volume: 1_000_000 + index,
  bid: 200,
  ask: 201,
  tradedAt: new Date(),
  marketState: 'regular',
  provenance: {
    provider: 'bench',
    asOf: new Date(),
    fetchedAt: new Date(),
    delaySeconds: 0,
    stale: false,
    warnings: [],
  },
});

let ages: number[] = [];
to.join({ read: () => {}, ticked: ({ provenance }) => ages.push(Date.now() - provenance.fetchedAt.getTime()) });

async function measure(perSecond: number): Promise<(string | number)[]> {
  ages = [];
  const before = process.cpuUsage();
  for (let turn = 0; turn < (SECONDS * 1_000) / TURN_MS; turn += 1) {
    for (let index = 0; index < (perSecond * TURN_MS) / 1_000; index += 1) from.publishTicked(quoteOf(index % SYMBOLS));
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
  const total = perSecond * SECONDS;
  for (let waited = 0; ages.length < total && waited < 5_000; waited += TURN_MS)
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  const { user, system } = process.cpuUsage(before);
  return [
    perSecond.toLocaleString('en'),
    `${ages.length} of ${total}`,
    ((user + system) / total).toFixed(1),
    percentile(ages, 0.5),
    percentile(ages, 0.99),
  ];
}

await measure(RATE / 16);
const rows = [];
for (const perSecond of [RATE / 16, RATE / 4, RATE]) rows.push(await measure(perSecond));
printTable(['quotes/s', 'received', 'CPU µs each, both sides', 'age p50 ms', 'age p99 ms'], rows);
await sender.send('DEL', `${keyPrefix}quotes:1`);
for (const bus of [from, to]) await bus.close();
for (const redis of [sender, receiver]) await redis.close();
