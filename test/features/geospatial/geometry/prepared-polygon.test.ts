import test from 'ava';
import { boxContains } from '../../../../src/features/geospatial/box.js';
import { preparePolygon } from '../../../../src/features/geospatial/geometry/prepared-polygon.js';
import type { Corner } from '../../../../src/features/geospatial/geometry/ring.js';
import { normalLongitude } from '../../../../src/features/geospatial/position.js';
import { distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import fc from '../../../support/properties.js';

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** Generates a star around any center; its longitudes may exceed ±180. */
const star = fc
  .record({
    lat: degrees(-70, 70),
    lon: degrees(-180, 179.9),
    arms: fc.array(degrees(0.2, 15), { minLength: 3, maxLength: 120 }),
  })
  .map(({ lat, lon, arms }) => {
    const turn = (index: number) => (2 * Math.PI * index) / arms.length;
    const corners = arms.map(
      (arm, index): Corner => [lon + arm * Math.cos(turn(index)), lat + arm * Math.sin(turn(index))],
    );
    return { lat, lon, corners };
  });

/**
 * Returns whether a position is inside, by the textbook algorithm over every edge, in a plane in which longitudes may
 * exceed ±180.
 */
function isInside(corners: readonly Corner[], lat: number, lon: number): boolean {
  let inside = false;
  corners.forEach(([aLon, aLat], index) => {
    const [bLon, bLat] = corners[(index + 1) % corners.length] as Corner;
    if (aLat > lat !== bLat > lat && lon < aLon + ((lat - aLat) / (bLat - aLat)) * (bLon - aLon)) inside = !inside;
  });
  return inside;
}

const reported = (corners: readonly Corner[]): Corner[] => corners.map(([lon, lat]) => [normalLongitude(lon), lat]);

test('a polygon contains the same points as the textbook algorithm, also across the antimeridian, closed or not, in either direction', (t) => {
  fc.assert(
    fc.property(
      star,
      fc.array(fc.tuple(degrees(-17, 17), degrees(-17, 17)), { minLength: 30, maxLength: 30 }),
      ({ lat, lon, corners }, places) => {
        const open = reported(corners);
        const [polygon, closed, reversed] = [open, [...open, open[0] as Corner], open.toReversed()].map((ring) =>
          preparePolygon([ring]),
        );
        for (const [dLat, dLon] of places) {
          // The result for positions on an edge is undefined; random positions are never on an edge.
          const place = [lat + dLat, normalLongitude(lon + dLon)] as const;
          const expected = isInside(corners, lat + dLat, lon + dLon);
          if (
            polygon?.contains(...place) !== expected ||
            closed?.contains(...place) !== expected ||
            reversed?.contains(...place) !== expected
          )
            return false;
          if (expected && !polygon.boxes.some((box) => boxContains(box, ...place))) return false;
        }
        return true;
      },
    ),
    { numRuns: 300 },
  );
  t.pass();
});

test('a point in a hole is not in the polygon, also across the antimeridian', (t) => {
  const square = (lon: number, half: number): Corner[] =>
    reported([
      [lon - half, -half],
      [lon + half, -half],
      [lon + half, half],
      [lon - half, half],
    ]);
  for (const centre of [0, 179, 180, -179]) {
    const polygon = preparePolygon([square(centre, 5), square(centre, 1)]);
    const at = (dLon: number) => polygon.contains(0.5, normalLongitude(centre + dLon));
    t.deepEqual([-6, -3, -0.5, 0, 0.5, 3, 6].map(at), [false, true, false, false, false, true, false], String(centre));
  }
});

test('a ring around the Earth contains the pole on its side of the equator', (t) => {
  fc.assert(
    fc.property(
      fc.array(degrees(40, 85), { minLength: 4, maxLength: 60 }),
      fc.constantFrom(1, -1),
      degrees(-180, 179),
      fc.boolean(),
      (lats, side, start, isWestward) => {
        const step = 360 / lats.length;
        const corners = lats.map(
          (lat, index): Corner => [normalLongitude(start + (isWestward ? -1 : 1) * index * step), side * lat],
        );
        const polygon = preparePolygon([corners]);
        for (let index = 0; index < lats.length; index += 1) {
          // Half-way along an edge, its latitude is the mean of its ends.
          const edge = ((lats[index] as number) + (lats[(index + 1) % lats.length] as number)) / 2;
          const lon = normalLongitude(start + (isWestward ? -1 : 1) * (index + 0.5) * step);
          if (!polygon.contains(side * (edge + 0.01), lon) || polygon.contains(side * (edge - 0.01), lon)) return false;
          if (!polygon.contains(side * 89.99, lon) || polygon.contains(-side * 89.99, lon)) return false;
        }
        return true;
      },
    ),
  );
  t.pass();
});

test('a ring around the pole may begin with a bend back across its first meridian', (t) => {
  const polygon = preparePolygon([
    [
      [0, 60],
      [-10, 55],
      [100, 50],
      [-140, 52],
      [-20, 58],
    ],
  ]);
  t.deepEqual(
    [70, 59.5, 58, 56, 54.9, 50].map((lat) => polygon.contains(lat, -5)),
    [true, false, false, true, true, false],
  );
});

test('a polygon with corners at the pole is the polar cap that they bound', (t) => {
  const cap = preparePolygon([
    [
      [-180, 60],
      [180, 60],
      [180, 90],
      [-180, 90],
    ],
  ]);
  t.deepEqual([cap.contains(75, 0), cap.contains(75, -180), cap.contains(59, 100)], [true, true, false]);
});

test('exactly one of two adjacent polygons with shared edges and corners contains each point', (t) => {
  const cells: ReturnType<typeof preparePolygon>[] = [];
  for (let lon = -182; lon < -176; lon += 2)
    for (let lat = 0; lat < 6; lat += 2)
      cells.push(
        preparePolygon([
          reported([
            [lon, lat],
            [lon + 2, lat],
            [lon + 2, lat + 2],
            [lon, lat + 2],
          ]),
        ]),
      );
  for (let lon = -182; lon < -176; lon += 0.5)
    for (let lat = 0; lat < 6; lat += 0.5)
      t.is(cells.filter((cell) => cell.contains(lat, normalLongitude(lon))).length, 1, `${lat}, ${lon}`);
});

test('the distance to a polygon is that to the nearest point of its edges, and 0 inside', (t) => {
  fc.assert(
    fc.property(star, degrees(-17, 17), degrees(-17, 17), ({ lat, lon, corners }, dLat, dLon) => {
      const polygon = preparePolygon([reported(corners)]);
      const place = [lat + dLat, normalLongitude(lon + dLon)] as const;
      const meters = polygon.distanceMeters(...place);
      if (isInside(corners, lat + dLat, lon + dLon)) return meters === 0;
      let nearest = Number.POSITIVE_INFINITY;
      corners.forEach(([aLon, aLat], index) => {
        const [bLon, bLat] = corners[(index + 1) % corners.length] as Corner;
        for (let part = 0; part <= 1; part += 1 / 200)
          nearest = Math.min(
            nearest,
            distanceMeters(...place, aLat + (bLat - aLat) * part, aLon + (bLon - aLon) * part),
          );
      });
      // Samples are up to 9 km apart, so near the polygon the nearest sample is up to half of that too far.
      return meters <= nearest * 1.02 + 1 && meters >= nearest - 10_000;
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test('the points inside a comb-shaped polygon of a thousand corners, whose edges span its whole height, are found', (t) => {
  const comb = Array.from({ length: 998 }, (_, index): Corner => [index / 100, index % 2 === 0 ? 0 : 10]);
  const polygon = preparePolygon([[...comb, [9.97, -1], [0, -1]]]);
  t.deepEqual(
    [9.9, 5, 0.1].map((lat) => polygon.contains(lat, 5.01)),
    [true, true, true],
  );
  t.deepEqual(
    [9.9, 5, 0.2, -0.1].map((lat) => polygon.contains(lat, 5.0001)),
    [false, false, false, true],
  );
});
