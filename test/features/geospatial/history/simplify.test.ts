import test from 'ava';
import { simplify } from '../../../../src/features/geospatial/history/tracks/simplify.js';
import { destination } from '../../../../src/features/geospatial/sphere.js';

/** Returns a walk that turns a little at every step, identical in every run. */
function wander(count: number, start = { lat: 52, lon: 4 }): Array<{ lat: number; lon: number }> {
  const positions = [start];
  let [seed, course] = [7, 80];
  for (let index = 1; index < count; index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    course += (seed / 2_147_483_648 - 0.5) * 60;
    const last = positions.at(-1) as { lat: number; lon: number };
    positions.push(destination(last.lat, last.lon, course, 200));
  }
  return positions;
}

test('a point between two others on a great circle is omitted, but not a corner', (t) => {
  const corner = [
    { lat: 0, lon: 0 },
    { lat: 0, lon: 1 },
    { lat: 0, lon: 2 },
    { lat: 1, lon: 2 },
    { lat: 2, lon: 2 },
  ];
  t.deepEqual(simplify(corner, 10, 100).kept, [0, 2, 4]);
});

test('no omitted point is farther from the line than the tolerance', (t) => {
  const positions = wander(6_000);
  for (const tolerance of [10, 100, 1_000]) {
    const { kept, missMeters } = simplify(positions, tolerance, 10_000);
    t.true(missMeters <= tolerance, `${missMeters} > ${tolerance}`);
    t.true(kept.length < positions.length);
  }
});

test('a larger tolerance never keeps more points', (t) => {
  const positions = wander(3_000);
  const counts = [0, 10, 50, 250, 1_000, 10_000].map((tolerance) => simplify(positions, tolerance, 10_000).kept.length);
  t.deepEqual(
    counts,
    counts.toSorted((a, b) => b - a),
  );
});

test('at most the limit of points is kept, including the first and the last, and the largest deviation is returned', (t) => {
  const positions = wander(9_000);
  for (const most of [2, 3, 10, 100, 1_000]) {
    const { kept, missMeters } = simplify(positions, 0, most);
    t.is(kept.length, most);
    t.deepEqual([kept[0], kept.at(-1)], [0, positions.length - 1]);
    t.true(missMeters > 0);
  }
});

test('points marked to be kept are kept, unless they exceed the limit', (t) => {
  const positions = Array.from({ length: 100 }, (_position, index) => ({ lat: 0, lon: index / 100 }));
  t.deepEqual(simplify(positions, 50, 10, [40, 41]).kept, [0, 40, 41, 99]);
  t.is(simplify(positions, 50, 3, [40, 41]).kept.length, 2);
});

test('a line across the antimeridian or at a pole is simplified like any other', (t) => {
  const across = [179.8, 179.9, -180, -179.9, -179.8].map((lon) => ({ lat: 0, lon }));
  t.deepEqual(simplify(across, 1, 100).kept, [0, 4]);
  const overPole = [
    { lat: 89, lon: 10 },
    { lat: 89.5, lon: 10 },
    { lat: 89.9, lon: 10 },
    { lat: 89.5, lon: -170 },
    { lat: 89, lon: -170 },
  ];
  t.deepEqual(simplify(overPole, 1, 100).kept, [0, 4]);
});

test('a line that returns to its start keeps its farthest points', (t) => {
  const loop = [0, 0.1, 0.2, 0.1, 0].map((lon) => ({ lat: 10, lon }));
  t.deepEqual(simplify(loop, 100, 100).kept, [0, 2, 4]);
});

test('an empty line and a line of one point are unchanged', (t) => {
  t.deepEqual(simplify([], 10, 10), { kept: [], missMeters: 0 });
  t.deepEqual(simplify([{ lat: 1, lon: 1 }], 10, 10), { kept: [0], missMeters: 0 });
});
