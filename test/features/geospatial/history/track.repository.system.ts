import 'reflect-metadata';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import { WORLD } from '../../../../src/features/geospatial/box.js';
import { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import { TrackPartitions } from '../../../../src/features/geospatial/history/track-partitions.repository.js';
import type { TrackPoint } from '../../../../src/features/geospatial/track-point.js';
import { DAY_MS } from '../../../../src/time/durations.js';
import { createTestDatabase } from '../../../support/test-database.js';

const MMSI = 219_024_336;
const start = Date.UTC(2026, 10, 1);
const point = (key: number, second: number, lat = 52): TrackPoint => ({
  layer: 'vessels',
  key,
  observedAt: start + second * 1_000,
  lat,
  lon: 4,
  speedKnots: 12.5,
  courseDegrees: Number.NaN,
  altitudeFeet: Number.NaN,
});

test('points are read as they were written, including unknown values', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  const tracks = new TrackRepository(database);
  const flown: TrackPoint = { ...point(0x14ca2d6, 1), layer: 'aircraft', altitudeFeet: 30_025, lat: 51.123456789 };
  await tracks.write([point(MMSI, 0), flown]);
  t.deepEqual(await tracks.ofObject('vessels', MMSI, { from: start, to: start }, 10), [point(MMSI, 0)]);
  t.deepEqual(await tracks.inOrder(['vessels', 'aircraft'], { from: start, to: start + 1_000 }, WORLD, 10), [
    point(MMSI, 0),
    flown,
  ]);
});

test('reading an hour of a vessel with a hundred thousand points touches few database pages', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  const tracks = new TrackRepository(database);
  const partitions = new TrackPartitions(database);
  for (const day of [start, start + DAY_MS]) t.true(await partitions.add(day, day + DAY_MS));
  const insert = 'insert into track_points (layer, object, observed_at, lat, lon) select 1,';
  await database.query(
    `${insert} $1::int4, to_timestamp($2::float8 / 1000 + n), 52, 4 from generate_series(0, 99999) n`,
    [MMSI, start],
  );
  // A hundred other vessels report in the same hour.
  await database.query(
    `${insert} n % 100, to_timestamp($1::float8 / 1000 + 50000 + n / 100 * 3), 52, 4 from generate_series(0, 119999) n`,
    [start],
  );
  await database.query('analyze track_points');
  const range = { from: start + 50_000_000, to: start + 53_600_000 };
  t.is((await tracks.ofObject('vessels', MMSI, range, 10_000)).length, 3_601);
  const { rows } = await database.query<{ 'QUERY PLAN': Array<{ Plan: Plan }> }>(
    `explain (analyze, buffers, format json) select lat from track_points where layer = 1 and object = $1 and observed_at >= to_timestamp($2::float8 / 1000)
     and observed_at <= to_timestamp($3::float8 / 1000) order by observed_at limit 10000`,
    [MMSI, range.from, range.to],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan as Plan;
  const scan = plan.Plans?.[0] ?? plan;
  t.is(scan['Index Name'], 'track_points_20261101_pkey', 'the partition of that day alone');
  // The number of pages read does not depend on the speed of the machine; about 12,000 pages hold all points.
  t.true(scan['Shared Hit Blocks'] + scan['Shared Read Blocks'] < 4_000, JSON.stringify(plan));
});

interface Plan {
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

test('a process killed while writing leaves only complete batches', async (t) => {
  const { database, url, drop } = await createTestDatabase();
  t.teardown(drop);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'track-writing-process.js'), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  let reported = 0;
  for await (const chunk of child.stdout) {
    reported += String(chunk).split('\n').length - 1;
    if (reported >= 5) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const { rows } = await database.query<{ object: number; count: number }>(
    'select object, count(*) from track_points group by object order by object',
  );
  t.true(rows.length >= 5);
  t.true(rows.every(({ count }) => count === 1_000));
  // A process that takes over may write the same points again.
  const tracks = new TrackRepository(database);
  await tracks.write(Array.from({ length: 1_000 }, (_point, index) => point(1, index)));
  t.is((await tracks.ofObject('vessels', 1, { from: start, to: start + 1_000_000 }, 2_000)).length, 1_000);
});
