// Positions per second through Redis streams from one process to four others, and their age on arrival. Then the time
// in which a new process restores the live state: 300,000 objects from the database, and the reports that Redis has
// kept.
import 'reflect-metadata';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { RedisConnection } from '../../../src/cache/redis-connection.js';
import { readConfig } from '../../../src/config/read-config.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { RedisObservationBus } from '../../../src/features/geospatial/feeds/redis-observation-bus.js';
import { RestoreLiveState } from '../../../src/features/geospatial/history/objects/restore.runner.js';
import { StateKeeper } from '../../../src/features/geospatial/history/objects/state-keeper.js';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import type { VesselReport } from '../../../src/features/geospatial/observation.js';
import { KeyRing } from '../../../src/http/key-ring.js';
import { StubJobs } from '../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../src/logging/log.js';
import { createContainer } from '../../../src/process/container.js';
import { discoverFeatures } from '../../../src/process/discover.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../src/time/clock.js';
import { SystemTimers } from '../../../src/time/timers.js';
import { redisSpace, testRedisUrl } from '../../../test/support/redis.js';
import { execute, siblingUrl, startTestServer } from '../../../test/support/test-server.js';
import { percentile } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  seconds: SECONDS,
  readers: READERS,
  objects: OBJECTS,
  rate: RATE,
} = sizesOf({
  usual: { seconds: 5, readers: 4, objects: 300_000, rate: 700_000 },
  smoke: { seconds: 0.5, readers: 1, objects: 500, rate: 35_000 },
});
const RATES = [3, 10, 30, 50, 70].map((part) => (part * RATE) / 70);
const SECRET = 'a bench secret of more than thirty-two bytes';
/** The age is recorded for one in this many positions. */
const NOTED = 100;

const log = createLog({ logLevel: 'error' });
const timers = new SystemTimers();

const position = (index: number, now: number): VesselReport => ({
  key: 200_000_000 + (index % OBJECTS) * 577,
  provider: 'ais',
  observedAt: now,
  receivedAt: now,
  lat: ((index * 7) % 130_000) / 1_000 - 60,
  lon: ((index * 13) % 359_000) / 1_000 - 180,
  station: 'class_a',
  speedKnots: 12.3,
  courseDegrees: 271.9,
  headingDegrees: 270,
  navigationStatus: 0,
});

async function busOf(keyPrefix: string): Promise<{ bus: RedisObservationBus; redis: RedisConnection }> {
  const redis = new RedisConnection({ url: testRedisUrl, keyPrefix, commandTimeoutMs: 10_000 });
  await redis.ready(30_000);
  return { bus: new RedisObservationBus({ redis, timers, log }), redis };
}

/** CPU time of this process so far (ms). */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Runs a receiving process. It answers each message of the parent with its counts since the last message. */
async function receive(keyPrefix: string): Promise<void> {
  const { bus } = await busOf(keyPrefix);
  let count = 0;
  let ages: number[] = [];
  let cpu = cpuMs();
  bus.join('api', {
    vessel: ({ receivedAt }) => {
      count += 1;
      if (count % NOTED === 0) ages.push(Date.now() - receivedAt);
    },
    aircraft: () => undefined,
  });
  process.on('message', () => {
    process.send?.({ count, ages, cpuMs: cpuMs() - cpu });
    [count, ages, cpu] = [0, [], cpuMs()];
  });
  process.send?.('ready');
}

interface Received {
  count: number;
  ages: number[];
  cpuMs: number;
}

async function receivedBy(reader: ChildProcess): Promise<Received> {
  const answer = once(reader, 'message');
  reader.send('how many');
  return (await answer)[0] as Received;
}

/**
 * Sends positions at an even rate for SECONDS.
 * @returns the numbers of positions sent and dropped, and the CPU time of this process
 */
async function send(keyPrefix: string, rate: number): Promise<{ sent: number; dropped: number; cpuMs: number }> {
  const { bus, redis } = await busOf(keyPrefix);
  bus.join('ingest', { vessel: () => undefined, aircraft: () => undefined });
  const [started, cpu] = [performance.now(), cpuMs()];
  let sent = 0;
  for (let elapsed = 0; elapsed < SECONDS * 1_000; elapsed = performance.now() - started) {
    const now = Date.now();
    for (const due = Math.floor((elapsed / 1_000) * rate); sent < due; sent += 1) bus.vessel(position(sent, now));
    await wait(5);
  }
  await bus.close();
  await redis.close();
  return { sent, dropped: bus.dropped, cpuMs: cpuMs() - cpu };
}

async function measureRates(): Promise<void> {
  const rows: string[][] = [];
  for (const rate of RATES) {
    const { redis, close } = await redisSpace();
    const readers = Array.from({ length: READERS }, () => fork(new URL(import.meta.url), ['receive', redis.keyPrefix]));
    await Promise.all(readers.map((reader) => once(reader, 'message')));
    const { sent, dropped, cpuMs: spent } = await send(redis.keyPrefix, rate);
    await wait(1_000);
    const received = await Promise.all(readers.map(receivedBy));
    for (const reader of readers) reader.kill();
    await close();
    const ages = received.flatMap((one) => one.ages);
    const least = Math.min(...received.map(({ count }) => count));
    const readerUs =
      (received.reduce((sum, one) => sum + one.cpuMs, 0) * 1_000) / received.reduce((sum, one) => sum + one.count, 0);
    const cells = [
      rate,
      sent / SECONDS,
      dropped,
      (100 * least) / (sent - dropped),
      (spent * 1_000) / sent,
      readerUs,
      percentile(ages, 0.5),
      percentile(ages, 0.99),
    ];
    rows.push(
      cells.map((cell, index) =>
        index === 4 || index === 5 ? cell.toFixed(2) : Math.round(cell).toLocaleString('en-US'),
      ),
    );
  }
  printTable(
    [
      'wanted/s',
      'sent/s',
      'dropped',
      'received by each %',
      'sender CPU µs',
      'reader CPU µs',
      'age p50 ms',
      'age p99 ms',
    ],
    rows,
  );
}

async function measureStart(): Promise<void> {
  const server = await startTestServer(process.env.TEST_DATABASE_URL);
  const space = await redisSpace();
  const config = await readConfig({
    SVC_ENV: 'test',
    SVC_JWT_SECRET: SECRET,
    SVC_DATA_SECRET: SECRET,
    SVC_GEO_OBJECT_LIMIT: '400000',
  });
  const url = siblingUrl(server.url, server.template);
  const database = await openDatabase(
    { url, dataDir: config.service.dataDir, poolSize: config.storage.databasePoolSize },
    () => undefined,
  );
  const features = await discoverFeatures();
  const services = () => {
    const parts = {
      config,
      clock: new SystemClock(),
      database,
      log,
      jobs: new StubJobs(),
      keys: new KeyRing(SECRET),
      vault: new SecretVault(SECRET),
    };
    return createContainer({ ...parts, ...features });
  };
  const { bus, redis } = await busOf(space.redis.keyPrefix);
  const starting = await busOf(space.redis.keyPrefix);
  try {
    const leader = services();
    const live = leader.get(LiveState);
    bus.join('ingest', { vessel: () => undefined, aircraft: () => undefined });
    for (let index = 0; index < OBJECTS; index += 1)
      live.takeVessel({ ...position(index, Date.now()), name: `SHIP ${index}`, imo: 9_000_000 + index });
    await leader.get(StateKeeper).keep();
    // This connection has no statement timeout, which the vacuum would exceed. In a running service, autovacuum does
    // this.
    await execute(url, 'vacuum analyze moving_objects');
    for (let index = 0; index < OBJECTS; index += 1) {
      bus.vessel(position(index, Date.now()));
      if (index % 5_000 === 0) await wait(1);
    }
    await bus.close();

    const started = services();
    const begun = performance.now();
    await started.get(RestoreLiveState).start();
    const restored = performance.now();
    const picture = started.get(LiveState);
    const isCurrent = new Promise<void>((resolve) => {
      let count = 0;
      starting.bus.join('api', {
        vessel: (report) => {
          picture.takeVessel(report);
          count += 1;
          if (count === OBJECTS - bus.dropped) resolve();
        },
        aircraft: () => undefined,
      });
    });
    await isCurrent;
    const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(2);
    console.log(
      `${picture.vessels.size.toLocaleString('en-US')} objects in ${seconds(begun, performance.now())} s: ${seconds(begun, restored)} s from the database, ${seconds(restored, performance.now())} s for as many reports kept by Redis (${bus.dropped} dropped).`,
    );
  } finally {
    await starting.bus.close();
    await starting.redis.close();
    await redis.close();
    await space.close();
    await database.close();
    await server.stop();
  }
}

const [role, prefix] = process.argv.slice(2);
if (role === 'receive' && prefix !== undefined) await receive(prefix);
else {
  await measureRates();
  await measureStart();
}
