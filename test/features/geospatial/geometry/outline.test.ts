import 'reflect-metadata';
import test from 'ava';
import { prepareCircle } from '../../../../src/features/geospatial/geometry/circle.js';
import { prepareCorridor } from '../../../../src/features/geospatial/geometry/corridor.js';
import { capsuleAround, ringAround, ringsGeometry } from '../../../../src/features/geospatial/geometry/outline.js';
import type { PreparedShape } from '../../../../src/features/geospatial/geometry/prepared-shape.js';
import { distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import fc from '../../../support/properties.js';

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });

type Rings = number[][][];
const polygonsOf = (geometry: ReturnType<typeof ringsGeometry>): Rings =>
  geometry.type === 'Polygon'
    ? [geometry.coordinates[0] as number[][]]
    : geometry.coordinates.map(([ring]) => ring as number[][]);

/** Returns whether a map that treats degrees as plane coordinates would fill the position. */
const isDrawn = (rings: Rings, lat: number, lon: number) =>
  rings.some((ring) =>
    ring.reduce((inside, [bLon, bLat], index) => {
      const [aLon, aLat] = ring[(index + ring.length - 1) % ring.length] as [number, number];
      const crosses =
        aLat > lat !== (bLat as number) > lat &&
        lon < aLon + ((lat - aLat) / ((bLat as number) - aLat)) * ((bLon as number) - aLon);
      return crosses ? !inside : inside;
    }, false),
  );

function isFaithful(
  shape: PreparedShape,
  rings: Rings,
  places: Array<readonly [number, number]>,
  slackMeters: number,
): boolean {
  if (!rings.flat().every(([lon, lat]) => Math.abs(lon as number) <= 180 && Math.abs(lat as number) <= 90))
    return false;
  return places.every(([lat, lon]) => {
    const drawn = isDrawn(rings, lat, lon);
    if (shape.contains(lat, lon) === drawn) return true;
    // Straight map edges between the corners differ slightly from the border of the shape.
    return drawn ? shape.distanceMeters(lat, lon) < slackMeters : shape.contains(lat, lon);
  });
}

test('the outline of a circle is at its radius, also across the antimeridian and around a pole', (t) => {
  fc.assert(
    fc.property(
      degrees(-90, 90),
      degrees(-180, 179.9),
      degrees(1_000, 900_000),
      fc.array(fc.tuple(degrees(-90, 90), degrees(-180, 180)), { minLength: 30, maxLength: 30 }),
      (lat, lon, radius, places) => {
        const rings = polygonsOf(ringsGeometry([ringAround(lat, lon, radius)]));
        const near = places.map(
          ([dLat, dLon]) =>
            [Math.max(-90, Math.min(90, lat + (dLat / 90) * 10)), ((lon + dLon / 4 + 540) % 360) - 180] as const,
        );
        const onRing = near.filter(([a, b]) => Math.abs(distanceMeters(lat, lon, a, b) - radius) > radius * 0.05 + 100);
        return isFaithful(prepareCircle(lat, lon, radius), rings, Math.abs(lat) > 78 ? [] : onRing, 1);
      },
    ),
    { numRuns: 300 },
  );
  const cap = polygonsOf(ringsGeometry([ringAround(88, 20, 900_000)]));
  t.deepEqual([isDrawn(cap, 89.9, -100), isDrawn(cap, 84, 20), isDrawn(cap, 70, 20)], [true, true, false]);
});

test('the outline of a part of a corridor has the width of the corridor', (t) => {
  const [from, to] = [[178, 40] as const, [-175, 47] as const];
  const rings = polygonsOf(ringsGeometry([capsuleAround(from, to, 30_000)]));
  t.is(rings.length, 2);
  const corridor = prepareCorridor([from, to], 60_000);
  for (let lat = 39; lat < 48; lat += 0.13)
    for (let lon = 177; lon < 186; lon += 0.13) {
      const place = [lat, lon >= 180 ? lon - 360 : lon] as const;
      const meters = corridor.distanceMeters(...place);
      if (meters > 0 && meters < 1_000) continue;
      if (meters === 0 && !prepareCorridor([from, to], 58_000).contains(...place)) continue;
      t.is(isDrawn(rings, ...place), meters === 0, `${place}`);
    }
});

test('the outline of a circle has 72 corners, counter-clockwise from the north; each end of a capsule has half of them', (t) => {
  const ring = ringAround(0, 0, 100_000);
  t.is(ring.length, 72);
  const [first, second] = ring as [[number, number], [number, number]];
  t.true(Math.abs(first[0]) < 1e-9 && first[1] > 0.89);
  t.true(second[0] < -0.07 && second[1] < first[1]);
  t.is(capsuleAround([0, 0], [0.5, 0], 10_000).length, 2 * 37);
  t.is(capsuleAround([0, 0], [2, 0], 10_000).length, 2 * 37 + 2 * 2);
});

test('rings are closed and counter-clockwise, even small ones', (t) => {
  for (const radius of [300, 5_000, 900_000]) {
    const [ring = []] = polygonsOf(ringsGeometry([ringAround(52, 4, radius)]));
    t.deepEqual(ring[0], ring.at(-1));
    const twice = ring.reduce((sum, [x = 0, y = 0], index) => {
      const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
      return sum + x * nextY - nextX * y;
    }, 0);
    t.true(twice > 0, `${radius} m`);
  }
});
