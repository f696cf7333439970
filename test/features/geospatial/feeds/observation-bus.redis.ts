import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { RedisConnection } from '../../../../src/cache/redis-connection.js';
import type { BusSide } from '../../../../src/features/geospatial/feeds/observation-bus.js';
import { RedisObservationBus } from '../../../../src/features/geospatial/feeds/redis-observation-bus.js';
import type { AircraftReport, VesselReport } from '../../../../src/features/geospatial/observation.js';
import { createLog } from '../../../../src/logging/log.js';
import { SystemTimers } from '../../../../src/time/timers.js';
import { ownRedis } from '../../../support/own-redis.js';
import { redisSpace, testRedisUrl } from '../../../support/redis.js';
import { until } from '../../../support/upstream-for.js';

const log = createLog({ logLevel: 'silent' });
const timers = new SystemTimers();
const ship = (key: number): VesselReport => ({
  key,
  observedAt: key,
  receivedAt: 1,
  provider: 'ais',
  lat: 57,
  lon: 11,
  name: null,
});
const plane = (key: number): AircraftReport => ({
  key,
  observedAt: 1,
  receivedAt: 1,
  provider: 'adsb',
  squawk: '7700',
});

/** Returns the bus of a process, which has joined as `ingest` or `api`, and the reports that it has received. */
async function peer(t: ExecutionContext, side: BusSide, keyPrefix: string, url = testRedisUrl) {
  // The usual time limit of a command is too short for a busy machine, and a batch that is late counts as dropped.
  const redis = new RedisConnection({ url, keyPrefix, commandTimeoutMs: 30_000 });
  await redis.ready(30_000);
  const bus = new RedisObservationBus({ redis, timers, log });
  const heard: Array<VesselReport | AircraftReport> = [];
  bus.join(side, { vessel: (report) => void heard.push(report), aircraft: (report) => void heard.push(report) });
  t.teardown(async () => {
    await bus.close();
    await redis.close();
  });
  return { bus, heard, redis };
}

/** Resolves when reports of one process reach the other, because subscriptions take effect with a delay. */
async function joined(say: (key: number) => void, heard: unknown[]): Promise<void> {
  let key = 1_000_000;
  await until(() => {
    key += 1;
    if (key % 20 === 0) say(key);
    return heard.length > 0;
  });
  heard.length = 0;
}

test('reports from feed processes reach API processes, and submitted reports reach feed processes', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  const [reads, answers, other] = [
    await peer(t, 'ingest', redis.keyPrefix),
    await peer(t, 'api', redis.keyPrefix),
    await peer(t, 'api', redis.keyPrefix),
  ];
  await joined((key) => reads.bus.vessel(ship(key)), answers.heard);
  await joined((key) => reads.bus.vessel(ship(key)), other.heard);
  await joined((key) => answers.bus.vessel(ship(key)), reads.heard);
  reads.bus.vessel(ship(1));
  reads.bus.aircraft(plane(2));
  await until(() => answers.heard.some(({ key }) => key === 2) && other.heard.some(({ key }) => key === 2));
  t.deepEqual(
    answers.heard.filter(({ key }) => key <= 2),
    [ship(1), plane(2)],
  );
  answers.bus.vessel(ship(3));
  await until(() => reads.heard.some(({ key }) => key === 3));
  t.false(other.heard.some(({ key }) => key === 3));
});

test('fifty thousand reports at once are sent in order in messages of limited size', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  const [reads, answers] = [await peer(t, 'ingest', redis.keyPrefix), await peer(t, 'api', redis.keyPrefix)];
  await joined((key) => reads.bus.vessel(ship(key)), answers.heard);
  for (let key = 1; key <= 50_000; key += 1) reads.bus.vessel(ship(key));
  await until(() => answers.heard.some(({ key }) => key === 50_000));
  const keys = answers.heard.map(({ key }) => key).filter((key) => key <= 50_000);
  t.deepEqual([keys.length, reads.bus.dropped], [50_000, 0]);
  t.true(keys.every((key, place) => key === place + 1));
});

test('reports received during shutdown are still sent', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  const [reads, answers] = [await peer(t, 'ingest', redis.keyPrefix), await peer(t, 'api', redis.keyPrefix)];
  await joined((key) => reads.bus.vessel(ship(key)), answers.heard);
  reads.bus.vessel(ship(7));
  await reads.bus.close();
  await until(() => answers.heard.some(({ key }) => key === 7));
  t.pass();
});

test('invalid batches are ignored', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  const [reads, answers] = [await peer(t, 'ingest', redis.keyPrefix), await peer(t, 'api', redis.keyPrefix)];
  const nonsense = ['', 'x', '5', 'null', '{}', '\x03\x01', '\x02'.repeat(50)];
  for (const batch of nonsense)
    await redis.send('XADD', `${redis.keyPrefix}observations:3:from-ingest`, '*', 'b', batch);
  reads.bus.vessel(ship(9));
  await until(() => answers.heard.some(({ key }) => key === 9));
  t.is(answers.bus.unreadable, nonsense.length);
  t.deepEqual(answers.heard, [ship(9)]);
});

test('a process that starts later receives the reports that Redis has kept, and then the new ones', async (t) => {
  const { redis, close } = await redisSpace();
  t.teardown(close);
  const reads = await peer(t, 'ingest', redis.keyPrefix);
  for (let key = 1; key <= 2_000; key += 1) reads.bus.vessel(ship(key));
  const first = await peer(t, 'api', redis.keyPrefix);
  await until(() => first.heard.length === 2_000);
  const late = await peer(t, 'api', redis.keyPrefix);
  reads.bus.vessel(ship(2_001));
  await until(() => late.heard.length === 2_001);
  t.deepEqual(late.heard, first.heard.slice(0, 2_001));
});

test('while Redis is unavailable reports are dropped and counted without delaying feeds, and later ones are sent again, also by an emptied server', async (t) => {
  const own = await ownRedis(t);
  const [reads, answers] = [await peer(t, 'ingest', 'own:', own.url), await peer(t, 'api', 'own:', own.url)];
  await joined((key) => reads.bus.vessel(ship(key)), answers.heard);
  await own.leave();
  await until(() => !reads.redis.isReady);
  for (let key = 1; key <= 1_000; key += 1) reads.bus.vessel(ship(key));
  t.true(reads.bus.dropped >= 1_000);
  own.comeBack();
  await until(() => reads.redis.isReady);
  await joined((key) => reads.bus.vessel(ship(key)), answers.heard);
  t.pass();
});
