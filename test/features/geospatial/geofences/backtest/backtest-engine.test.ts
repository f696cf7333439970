import test from 'ava';
import fc from 'fast-check';
import { type PathPoint, replay } from '../../../../../src/features/geospatial/geofences/backtest/backtest.js';
import { fillPaths } from '../../../../../src/features/geospatial/geofences/backtest/filled-paths.js';
import type { FencePolicy } from '../../../../../src/features/geospatial/geofences/geofence.js';
import type { Transition } from '../../../../../src/features/geospatial/geofences/transition.js';
import { TrackThinner } from '../../../../../src/features/geospatial/history/recording/track-thinner.js';
import { significance } from '../../../../../src/features/geospatial/history/significance.js';
import { entityOf } from '../../../../../src/features/geospatial/layer.js';
import { destination } from '../../../../../src/features/geospatial/sphere.js';
import { FenceScene } from '../../../../support/fence-scene.js';
import { randomNumbers } from '../../../../support/random-numbers.js';

const circle = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 } as const;
const corridor = {
  type: 'corridor',
  line: [
    [3.96, 51.98],
    [4.04, 52.02],
  ] as [number, number][],
  widthMeters: 800,
} as const;

/** Returns the transitions of each vessel, in order. */
function byVessel(transitions: readonly Transition[]): string[] {
  return transitions
    .filter(({ isPublished }) => isPublished)
    .map(({ type, key, reason, time, enteredAt }) => `${key} ${type} ${reason} ${time} ${enteredAt}`)
    .sort((one, other) => Number(one.split(' ')[0]) - Number(other.split(' ')[0]));
}

/** Returns the transitions that the live engine emits, with a tick every second. */
function live(
  shape: typeof circle | typeof corridor,
  policy: Partial<FencePolicy>,
  points: readonly PathPoint[],
  to: number,
): Transition[] {
  const world = new FenceScene();
  world.put(shape, policy);
  let second = 0;
  for (const { key, lat, lon, observedAt } of points) {
    for (; second * 1000 < observedAt; second += 1) world.engine.tick(second * 1000);
    world.move(entityOf('vessels', key), observedAt / 1000, lat, lon);
  }
  for (; second * 1000 <= to; second += 1) world.engine.tick(second * 1000);
  return world.transitions;
}

const never = async () => {};
const policies = fc.record({
  hysteresisMeters: fc.constantFrom(0, 50, 500),
  minStaySeconds: fc.constantFrom(0, 0, 60),
  dwellSeconds: fc.constantFrom(null, 120),
});
/** Generates random steps of up to 40 s; some of them are jumps. */
const steps = fc.array(
  fc.record({
    who: fc.integer({ min: 1, max: 3 }),
    after: fc.integer({ min: 1, max: 40 }),
    bearing: fc.nat(360),
    meters: fc.oneof({ weight: 6, arbitrary: fc.nat(300) }, { weight: 1, arbitrary: fc.nat(4_000) }),
  }),
  { minLength: 5, maxLength: 120 },
);

test('on complete tracks a backtest equals the published transitions', async (t) => {
  let published = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(circle, corridor), policies, steps, async (shape, policy, course) => {
      const places = new Map<number, { lat: number; lon: number }>();
      let now = 0;
      const points = course.map(({ who, after, bearing, meters }): PathPoint => {
        const from = places.get(who) ?? { lat: 52, lon: 4 };
        const place = destination(from.lat, from.lon, bearing, meters);
        places.set(who, place);
        now += after * 1000;
        return { layer: 'vessels', key: who, ...place, observedAt: now, altitudeFeet: Number.NaN, omittedReports: 0 };
      });
      const range = { from: 0, to: now + 600_000 };
      const expected = byVessel(live(shape, policy, points, range.to));
      const world = new FenceScene();
      const filled = fillPaths([], points, () => true, 100_000);
      const found = byVessel(await replay(world.fence(shape, policy), [], filled.points, range, never));
      published += expected.length;
      t.deepEqual(found, expected);
    }),
    { numRuns: 150 },
  );
  t.true(published > 500, `${published}`);
});

/** Returns points of vessels that sail straight, turn, jump and fall silent, with a report every ten seconds. */
function erraticPoints(): Array<PathPoint & { speedKnots: number; courseDegrees: number }> {
  const random = randomNumbers(5);
  const points: ReturnType<typeof erraticPoints> = [];
  for (let key = 1; key <= 40; key += 1) {
    let [place, course, at] = [destination(52, 4, random() * 360, random() * 4_000), random() * 360, 10_000 + key];
    const knots = 5 + 15 * random();
    for (let report = 0; report < 400; report += 1) {
      const gap = random() < 0.05 ? 40_000 : 10_000;
      at += gap;
      if (random() < 0.05) course = random() * 360;
      // A vessel that is far from the geofence returns to it.
      if (Math.abs(place.lat - 52) > 0.05 || Math.abs(place.lon - 4) > 0.08)
        place = destination(52, 4, random() * 360, 3_000);
      else
        place =
          random() < 0.02
            ? destination(place.lat, place.lon, random() * 360, 3_000)
            : destination(place.lat, place.lon, course, (knots * 0.5144 * gap) / 1000);
      points.push({
        layer: 'vessels',
        key,
        ...place,
        speedKnots: knots,
        courseDegrees: course,
        observedAt: at,
        altitudeFeet: Number.NaN,
        omittedReports: 0,
      });
    }
  }
  return points.sort((one, other) => one.observedAt - other.observedAt);
}

test('on thinned tracks with jumps and silences a backtest invents no visits, except at the edge', async (t) => {
  const points = erraticPoints();
  const kept: PathPoint[] = [];
  const thinner = new TrackThinner(
    significance.vessels,
    (key, { lat, lon, observedAt, altitudeFeet }, omittedReports) => {
      kept.push({
        layer: 'vessels',
        key,
        lat,
        lon,
        observedAt,
        altitudeFeet,
        omittedReports: Number.isNaN(omittedReports) ? 0 : omittedReports,
      });
    },
  );
  for (const { key, ...fix } of points) thinner.take(key, fix);
  thinner.keepAll();
  kept.sort((one, other) => one.observedAt - other.observedAt);
  t.is(
    kept.length + kept.reduce((sum, { omittedReports }) => sum + omittedReports, 0),
    points.length,
    'each report is stored or counted',
  );
  const range = { from: 0, to: (points.at(-1) as PathPoint).observedAt };
  for (const [shape, name] of [
    [circle, 'circle'],
    [corridor, 'corridor'],
  ] as const) {
    const expected = live(shape, {}, points, range.to);
    const found = await replay(
      new FenceScene().fence(shape),
      [],
      fillPaths([], kept, () => true, 400_000).points,
      range,
      never,
    );
    t.log(
      `${name}: ${expected.length} published, ${found.length} by the backtest, ${kept.length} of ${points.length} points kept`,
    );
    t.true(expected.length > 100 && kept.length < points.length / 2);
    t.true(
      Math.abs(found.length - expected.length) <= 0.05 * expected.length,
      `${name}: ${found.length} instead of ${expected.length}`,
    );
  }
});
