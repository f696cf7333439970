// Compares a month of track points in one table with the same points in daily partitions: reading, writing, and
// removing the oldest day.
import 'reflect-metadata';
import type { Database } from '../../../src/database/database.js';
import { migrate } from '../../../src/database/migrate.js';
import { PostgresDatabase } from '../../../src/database/postgres-database.js';
import { WORLD } from '../../../src/features/geospatial/box.js';
import { TrackRepository } from '../../../src/features/geospatial/history/track.repository.js';
import { TrackPartitions } from '../../../src/features/geospatial/history/track-partitions.repository.js';
import { DAY_MS } from '../../../src/time/durations.js';
import { comparePartitions } from '../../support/compare-partitions.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';

const {
  points: POINTS,
  days: DAYS,
  runs: RUNS,
} = sizesOf({ usual: { points: 100_000, days: 30, runs: 200 }, smoke: { points: 200, days: 2, runs: 2 } });
const VESSELS = 2_000;
const BATCH = 5_000;
const WRITTEN = 500;
const start = Date.UTC(2027, 0, 1);

/** Inserts a day of track points in time order, as they arrive in the service. */
async function fill(database: Database, day: number): Promise<void> {
  const sql = `insert into track_points (layer, object, observed_at, lat, lon, speed_knots, course_degrees)
    select 1, n % ${VESSELS}, to_timestamp($1::float8 / 1000 + n * 86400.0 / ${POINTS}), 50 + n % 10, 4, 12.5, 90 from generate_series(0, ${POINTS - 1}) n`;
  await database.query(sql, [start + day * DAY_MS]);
}

async function timed(work: (run: number) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now();
    await work(run);
    times.push(performance.now() - began);
  }
  return median(times).toFixed(2);
}

/** Measures queries of the last of `days` stored days. @returns the median duration of each query (ms) */
async function reading(tracks: TrackRepository, days: number): Promise<string[]> {
  const range = { from: start + (days - 1) * DAY_MS, to: start + days * DAY_MS - 1 };
  return [
    await timed((run) => tracks.ofObject('vessels', run % VESSELS, range, 10_000)),
    await timed(() => tracks.inOrder(['vessels'], range, WORLD, 1_000)),
    await timed((run) => tracks.hasAny('vessels', VESSELS + run, start)),
  ];
}

async function measure(url: string, isPartitioned: boolean): Promise<Array<[string, string]>> {
  await migrate({ connectionString: url });
  const database = new PostgresDatabase({ connectionString: url }, () => {}, {
    poolSize: 2,
    limits: { queryMs: 60_000, statementMs: 60_000 },
  });
  try {
    if (!isPartitioned) {
      await database.query('create table plain (like track_points including all)');
      await database.query('drop table track_points');
      await database.query('alter table plain rename to track_points');
    }
    const [tracks, partitions] = [new TrackRepository(database), new TrackPartitions(database)];
    for (let day = 0; isPartitioned && day < DAYS; day += 1)
      await partitions.add(start + day * DAY_MS, start + (day + 1) * DAY_MS);
    await fill(database, 0);
    await database.query('vacuum analyze track_points');
    const first = await reading(tracks, 1);
    for (let day = 1; day < DAYS; day += 1) await fill(database, day);
    await database.query('vacuum analyze track_points');
    const last = await reading(tracks, DAYS);
    const point = {
      layer: 'vessels' as const,
      lat: 1,
      lon: 2,
      speedKnots: 1,
      courseDegrees: 1,
      altitudeFeet: Number.NaN,
    };
    const points = (run: number) =>
      Array.from({ length: WRITTEN }, (_point, key) => ({
        ...point,
        key: VESSELS + key,
        observedAt: start + (DAYS - 1) * DAY_MS + run,
      }));
    const writing = await timed((run) => tracks.write(points(run)));

    const lsn = async () =>
      (await database.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes")).rows[0]?.bytes;
    const [wal, began] = [Number(await lsn()), performance.now()];
    if (isPartitioned) await partitions.drop((await partitions.list()).find(({ from }) => from === start) as never);
    else
      while (
        (await tracks.forget(start + DAY_MS, BATCH, { id: 0, name: 'track_points', from: null, to: null })) === BATCH
      );
    const removing = (performance.now() - began).toFixed(0);
    return [
      ['a day of one vessel, 1 day stored (ms)', first[0] as string],
      [`a day of one vessel, ${DAYS} days stored (ms)`, last[0] as string],
      ['1,000 points of all vessels in order, 1 day stored (ms)', first[1] as string],
      [`1,000 points of all vessels in order, ${DAYS} days stored (ms)`, last[1] as string],
      [`whether an unknown vessel has a point, ${DAYS} days stored (ms)`, last[2] as string],
      [`writing ${WRITTEN} points (ms)`, writing],
      [`removing the oldest of ${DAYS} days (ms)`, removing],
      ['WAL of that (kB)', ((Number(await lsn()) - wal) / 1_000).toFixed(0)],
    ];
  } finally {
    await database.close();
  }
}

await comparePartitions(
  `${POINTS.toLocaleString('en')} points a day of ${VESSELS.toLocaleString('en')} vessels; medians of ${RUNS} runs.`,
  measure,
);
