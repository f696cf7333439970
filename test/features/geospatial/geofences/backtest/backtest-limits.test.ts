import 'reflect-metadata';
import test from 'ava';
import type { GeofencesService } from '../../../../../src/features/geospatial/geofences/api/geofences.service.js';
import type { PathPoint } from '../../../../../src/features/geospatial/geofences/backtest/backtest.js';
import { FenceBacktest } from '../../../../../src/features/geospatial/geofences/backtest/fence-backtest.service.js';
import type { StoredPaths } from '../../../../../src/features/geospatial/geofences/backtest/stored-paths.repository.js';
import type { LivePositionLookup } from '../../../../../src/features/geospatial/geofences/engine/position-lookup.js';
import type { TransitionProviders } from '../../../../../src/features/geospatial/geofences/transition-providers.service.js';
import type { MovingObjectRepository } from '../../../../../src/features/geospatial/history/objects/moving-object.repository.js';
import { ManualClock } from '../../../../support/manual-clock.js';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 14);
const SHAPE = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 } as const;
const POLICY = {
  layers: ['vessels'],
  entities: null,
  hysteresisMeters: 0,
  minStaySeconds: 0,
  dwellSeconds: null,
  minAltitudeFeet: null,
  maxAltitudeFeet: null,
};

/** A point in the geofence, or 10 km away from it. */
const pointAt = (key: number, observedAt: number, isInside: boolean): PathPoint => ({
  layer: 'vessels',
  key,
  lat: isInside ? 52 : 52.1,
  lon: 4,
  observedAt,
  altitudeFeet: Number.NaN,
  omittedReports: 1,
});

/** Runs a backtest of a circle against the given objects and points, as if they were stored. */
function backtest(objects: number, points: readonly PathPoint[], { days = 1, isComplete = true } = {}) {
  const fence = { id: 'one', accountId: 'ada', name: 'Maas', shape: SHAPE, policy: POLICY };
  const stored = {
    objectsIn: async (_layers: unknown, _range: unknown, _boxes: unknown, max: number) => ({
      objects: Array.from({ length: Math.min(objects, max) }, (_, key) => ({ layer: 'vessels', key })),
      isComplete,
    }),
    paths: async (_objects: unknown, _range: unknown, max: number) => points.slice(0, max),
    before: async () => [],
  };
  const service = new FenceBacktest(
    { get: async () => fence } as unknown as GeofencesService,
    stored as unknown as StoredPaths,
    new ManualClock(START + 7 * DAY_MS),
    { add: async (transitions: unknown) => transitions } as unknown as TransitionProviders,
    { isStationary: () => false } as unknown as LivePositionLookup,
    { findMany: async () => new Map() } as unknown as MovingObjectRepository,
  );
  const range = { from: new Date(START).toISOString(), to: new Date(START + days * DAY_MS).toISOString() };
  return service.run('ada', 'one', range);
}

/** Returns points of one vessel, which crosses the geofence `crossings` times. */
const points = (count: number, crossings = 0) =>
  Array.from({ length: count }, (_, index) =>
    pointAt(1, START + 1 + index * 100, index <= crossings && index % 2 === 1),
  );

test('a backtest of the maximum number of objects is complete, and of one more is cut', async (t) => {
  const [full, cut] = [await backtest(2_000, points(10)), await backtest(2_001, points(10))];
  t.deepEqual([full.objects, full.cutBy], [2_000, null]);
  t.deepEqual([cut.objects, cut.cutBy], [2_000, 'objects']);
  t.is((await backtest(5, points(10), { isComplete: false })).cutBy, 'objects');
});

test('a backtest of the maximum number of points is complete, and of one more is cut', async (t) => {
  const [full, cut] = [await backtest(1, points(100_000)), await backtest(1, points(100_001))];
  t.deepEqual([full.points, full.omittedReports, full.cutBy], [100_000, 100_000, null]);
  t.deepEqual([cut.points, cut.omittedReports, cut.cutBy], [100_000, 100_000, 'points']);
});

test('a backtest with the maximum number of transitions is complete, and with one more is cut', async (t) => {
  const [full, cut] = [await backtest(1, points(1_200, 1_000)), await backtest(1, points(1_200, 1_001))];
  t.deepEqual([full.transitions.length, full.cutBy], [1_000, null]);
  t.deepEqual([cut.transitions.length, cut.cutBy], [1_000, 'transitions']);
});

test('a backtest covers up to seven days', async (t) => {
  t.is((await backtest(1, points(10), { days: 7 })).cutBy, null);
  for (const days of [0, -1, 7.001])
    await t.throwsAsync(backtest(1, points(10), { days }), { message: /Some fields are not valid/ }, `${days}`);
});
