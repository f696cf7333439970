import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import type { Database } from '../../../../src/database/database.js';
import { migrate } from '../../../../src/database/migrate.js';
import type { GeospatialConfig } from '../../../../src/features/geospatial/geospatial.config.js';
import { CallsignRepository } from '../../../../src/features/geospatial/history/objects/callsign.repository.js';
import { MovingObjectRepository } from '../../../../src/features/geospatial/history/objects/moving-object.repository.js';
import { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import { TrackPartitions } from '../../../../src/features/geospatial/history/track-partitions.repository.js';
import { TrackRetention } from '../../../../src/features/geospatial/history/track-retention.service.js';
import type { TrackPoint } from '../../../../src/features/geospatial/track-point.js';
import { DAY_MS, HOUR_MS } from '../../../../src/time/durations.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { migrationsBefore } from '../../../support/migrations-before.js';
import { createEmptyDatabase, createTestDatabase, openPatiently } from '../../../support/test-database.js';

/** A day far from the days whose partitions the migration creates. */
const today = Date.UTC(2031, 4, 20);
const noon = today + 12 * HOUR_MS;
const never = new AbortController().signal;

const point = (key: number, observedAt: number): TrackPoint => ({
  layer: 'vessels',
  key,
  observedAt,
  lat: 52,
  lon: 4,
  speedKnots: 12.5,
  courseDegrees: Number.NaN,
  altitudeFeet: Number.NaN,
});

function fixture(database: Database, trackDays: number, now = noon) {
  const clock = new ManualClock(now);
  const [tracks, partitions] = [new TrackRepository(database), new TrackPartitions(database)];
  const retention = new TrackRetention(
    tracks,
    partitions,
    new MovingObjectRepository(database),
    new CallsignRepository(database),
    { trackDays } as GeospatialConfig,
    clock,
  );
  const days = async () =>
    (await partitions.list())
      .filter(({ from }) => (from ?? 0) > today - 100 * DAY_MS)
      .map(({ from }) => ((from as number) - today) / DAY_MS);
  const pointsIn = async (table: string) =>
    (await database.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count;
  return { clock, tracks, partitions, retention, days, pointsIn };
}

async function databaseFor(t: ExecutionContext) {
  const made = await createTestDatabase();
  t.teardown(made.drop);
  return made;
}

test('the job creates partitions for three days ahead and for points without a partition, which stay readable', async (t) => {
  const { database } = await databaseFor(t);
  const { tracks, retention, days, pointsIn } = fixture(database, 7);
  const written = [point(1, today - 2 * DAY_MS), point(1, today - 2 * DAY_MS + 1), point(1, noon), point(2, noon)];
  await tracks.write(written);
  t.is(await pointsIn('track_points_default'), 4);
  await retention.makePartitions(never);
  t.deepEqual(await days(), [-2, 0, 1, 2, 3]);
  t.is(await pointsIn('track_points_default'), 0);
  t.deepEqual(await tracks.ofObject('vessels', 1, { from: today - 7 * DAY_MS, to: noon }, 10), written.slice(0, 3));
  // The same points are written again, as after a change of the leader.
  await tracks.write(written);
  await retention.makePartitions(never);
  t.deepEqual(await days(), [-2, 0, 1, 2, 3]);
  t.is(await pointsIn('track_points'), 4);
});

test('days are dropped once they have expired as a whole, points outside of partitions one by one, and a dry run counts both', async (t) => {
  const { database } = await databaseFor(t);
  const { clock, tracks, retention, days, pointsIn } = fixture(database, 2);
  await tracks.write([point(1, noon - DAY_MS), point(2, noon - DAY_MS), point(3, noon)]);
  await retention.makePartitions(never);
  t.is(await retention.countExpired(), 0);
  clock.advance(2 * DAY_MS);
  // The day of points 1 and 2 has expired as a whole; the day of point 3 has not.
  await tracks.write([point(4, noon - 5 * DAY_MS), point(5, noon + 30 * DAY_MS)]);
  t.is(await retention.countExpired(), 3);
  await retention.forget(never);
  t.deepEqual(await days(), [0, 1, 2, 3]);
  t.is(await retention.countExpired(), 0);
  t.deepEqual([await pointsIn('track_points'), await pointsIn('track_points_default')], [2, 1]);
  t.false(await tracks.hasAny('vessels', 1, 0));
  t.true(await tracks.hasAny('vessels', 3, noon));
});

test('tracks that are kept for years get partitions of 30 days, beside existing ones of one day', async (t) => {
  const { database } = await databaseFor(t);
  await fixture(database, 7).retention.makePartitions(never);
  const later = today + 60 * DAY_MS;
  const { retention, days } = fixture(database, 3_650, later);
  await retention.makePartitions(never);
  const all = await days();
  t.deepEqual(all.slice(0, 4), [0, 1, 2, 3]);
  t.is(all.length, 5);
  t.is((today + (all[4] as number) * DAY_MS) % (30 * DAY_MS), 0);
});

test('a long read delays a change of the partitions, and other statements do not wait for the change', async (t) => {
  const { database, url } = await databaseFor(t);
  const { tracks, partitions, days } = fixture(database, 7);
  const reader = openPatiently(url, 1);
  t.teardown(() => reader.close());
  await reader.transaction(async () => {
    await reader.query('select from track_points');
    t.false(await partitions.add(today, today + DAY_MS));
    await tracks.write([point(1, noon)]);
  });
  t.deepEqual(await days(), []);
  t.true(await partitions.add(today, today + DAY_MS));
});

test('the migration keeps all points in one partition, without copying them, until they expire', async (t) => {
  const { url, drop } = await createEmptyDatabase();
  t.teardown(drop);
  await migrate({ connectionString: url }, migrationsBefore(t, '_track_partitions'));
  const database = openPatiently(url, 2);
  t.teardown(() => database.close());
  const now = Date.now();
  const { tracks, retention, partitions, pointsIn } = fixture(database, 2, now);
  const written = [point(1, now - 5 * DAY_MS), point(1, now - DAY_MS), point(1, now)];
  await tracks.write(written);
  await migrate({ connectionString: url });
  t.deepEqual(await tracks.ofObject('vessels', 1, { from: 0, to: now }, 10), written);
  t.is(await pointsIn('track_points_before'), 3);
  const [before, ...days] = await partitions.list();
  t.deepEqual([before?.name, before?.from, days.at(-1)?.name], ['track_points_before', null, 'track_points_default']);
  t.true((before?.to as number) > now && (before?.to as number) <= now + DAY_MS);
  t.is(await retention.countExpired(), 1);
  await retention.forget(never);
  t.is(await pointsIn('track_points_before'), 2);
  await fixture(database, 2, now + 5 * DAY_MS).retention.forget(never);
  t.false((await partitions.list()).some(({ name }) => name === 'track_points_before'));
});
