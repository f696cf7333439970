import test from 'ava';
import { prepareCircle } from '../../../../src/features/geospatial/geometry/circle.js';
import { prepareCorridor } from '../../../../src/features/geospatial/geometry/corridor.js';
import { preparePolygon } from '../../../../src/features/geospatial/geometry/prepared-polygon.js';
import type { PreparedShape } from '../../../../src/features/geospatial/geometry/prepared-shape.js';
import type { Corner } from '../../../../src/features/geospatial/geometry/ring.js';
import { normalLongitude } from '../../../../src/features/geospatial/position.js';
import { destination, distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import fc from '../../../support/properties.js';

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const shapes = fc
  .record({
    // Even nearer to a pole, corners at different bearings would have the same position.
    lat: fc.oneof(degrees(-89.99, 89.99), fc.constantFrom(-89.9, 89.9, 0)),
    lon: fc.oneof(degrees(-180, 179.9), fc.constantFrom(-179.99, 179.99)),
    size: fc.oneof(degrees(200, 5_000), degrees(5_000, 900_000)),
    arms: fc.array(degrees(0.3, 1), { minLength: 3, maxLength: 150 }),
    kind: fc.nat(2),
  })
  .map(({ lat, lon, size, arms, kind }): { lat: number; lon: number; size: number; shape: PreparedShape } => {
    const corner = (turn: number, meters: number): Corner => {
      const place = destination(lat, lon, turn, meters);
      return [place.lon, place.lat];
    };
    if (kind === 0) return { lat, lon, size, shape: prepareCircle(lat, lon, size) };
    if (kind === 1)
      return { lat, lon, size, shape: prepareCorridor([corner(10, size), corner(200, size), corner(300, size)], size) };
    return {
      lat,
      lon,
      size,
      shape: preparePolygon([arms.map((arm, index) => corner((360 * index) / arms.length, size * arm))]),
    };
  });

test('a move shorter than the clearance of a position, in any direction, does not cross the edge of the shape, also at the poles and the antimeridian', (t) => {
  let known = 0;
  fc.assert(
    fc.property(
      shapes,
      fc.array(fc.tuple(fc.nat(360), degrees(0, 1.3)), { minLength: 8, maxLength: 8 }),
      fc.array(fc.tuple(degrees(0, 360), fc.oneof(fc.constant(1), degrees(0, 1))), { minLength: 8, maxLength: 8 }),
      ({ lat, lon, size, shape }, places, ways) =>
        places.every(([bearing, away]) => {
          const place = destination(lat, lon, bearing, size * away);
          const clearance = shape.clearanceMeters(place.lat, place.lon, 0);
          if (clearance === 0) return true;
          known += 1;
          const isInside = shape.contains(place.lat, place.lon);
          if (clearance > 0 !== isInside) return false;
          // The distance is reduced by a millimeter, which is the precision of positions near a pole.
          return ways.every(([turn, part]) => {
            const end = destination(place.lat, place.lon, turn, Math.max(0, Math.abs(clearance) - 0.001) * part);
            return shape.contains(end.lat, end.lon) === isInside;
          });
        }),
    ),
    { numRuns: 600 },
  );
  t.true(known > 2_000, `${known}`);
});

test('in the middle of a circle, a corridor and a polygon of some kilometers the clearance is almost the distance to the edge', (t) => {
  const corners = Array.from({ length: 60 }, (_, index): Corner => {
    const place = destination(52, 4, index * 6, 10_000);
    return [place.lon, place.lat];
  });
  const [west, east] = [destination(52, 4, 270, 50_000), destination(52, 4, 90, 50_000)];
  const corridor = prepareCorridor(
    [
      [west.lon, west.lat],
      [east.lon, east.lat],
    ],
    20_000,
  );
  for (const shape of [prepareCircle(52, 4, 10_000), corridor]) t.true(shape.clearanceMeters(52, 4, 0) > 9_600);
  const polygon = preparePolygon([corners]);
  const inside = polygon.clearanceMeters(52, 4.1, 0);
  const nearest = Math.min(...corners.map(([lon, lat]) => distanceMeters(52, 4.1, lat, lon)));
  t.true(inside > 0.3 * nearest && inside <= nearest, `${inside} of ${nearest}`);
  t.is(polygon.clearanceMeters(52, 4, 20_000), 0, 'nobody asks for less');
});

test('outside the box of a polygon, and in a polygon around a pole, the clearance is unknown', (t) => {
  const cap = preparePolygon([[0, 90, 180, -90].map((lon): Corner => [normalLongitude(lon), 60])]);
  t.is(cap.clearanceMeters(85, 10, 0), 0);
  const square = preparePolygon([
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  ]);
  for (const [lat, lon] of [
    [-1, 0.5],
    [2, 0.5],
    [0.5, -1],
    [0.5, 2],
  ] as const)
    t.is(square.clearanceMeters(lat, lon, 0), 0);
});
