import test from 'ava';
import { boxContains } from '../../../../src/features/geospatial/box.js';
import { prepareCircle } from '../../../../src/features/geospatial/geometry/circle.js';
import { prepareCorridor } from '../../../../src/features/geospatial/geometry/corridor.js';
import type { Corner } from '../../../../src/features/geospatial/geometry/ring.js';
import { bearingDegrees, destination, distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import fc from '../../../support/properties.js';

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const corner = fc.tuple(degrees(-180, 179.99), degrees(-89, 89));

/**
 * Returns the least distance to many sample positions along the great circles, and the greatest distance between two
 * samples (m).
 */
function sampled(
  line: readonly Corner[],
  lat: number,
  lon: number,
  samples: number,
): { meters: number; stepMeters: number } {
  let [meters, stepMeters] = [Number.POSITIVE_INFINITY, 0];
  for (let index = 0; index + 1 < line.length; index += 1) {
    const [aLon, aLat] = line[index] as Corner;
    const [bLon, bLat] = line[index + 1] as Corner;
    const [length, bearing] = [distanceMeters(aLat, aLon, bLat, bLon), bearingDegrees(aLat, aLon, bLat, bLon)];
    stepMeters = Math.max(stepMeters, length / samples);
    for (let count = 0; count <= samples; count += 1) {
      const on = destination(aLat, aLon, bearing, (length * count) / samples);
      meters = Math.min(meters, distanceMeters(lat, lon, on.lat, on.lon));
    }
  }
  return { meters, stepMeters };
}

const apart = (line: readonly Corner[]) =>
  line.slice(1).every(([lon, lat], index) => {
    const meters = distanceMeters((line[index] as Corner)[1], (line[index] as Corner)[0], lat, lon);
    return meters > 1_000 && meters < 19_000_000;
  });

test('a corridor contains the points within half its width of its great circles, anywhere on Earth', (t) => {
  fc.assert(
    fc.property(
      fc.array(corner, { minLength: 2, maxLength: 5 }).filter(apart),
      degrees(1_000, 2_000_000),
      fc.array(corner, { minLength: 20, maxLength: 20 }),
      (line, widthMeters, places) => {
        const corridor = prepareCorridor(line, widthMeters);
        return places.every(([lon, lat]) => {
          const { meters, stepMeters } = sampled(line, lat, lon, 400);
          const isNear = corridor.contains(lat, lon);
          if (isNear && !corridor.boxes.some((box) => boxContains(box, lat, lon))) return false;
          if (Math.abs(corridor.distanceMeters(lat, lon) - Math.max(0, meters - widthMeters / 2)) > stepMeters / 2 + 1)
            return false;
          return Math.abs(meters - widthMeters / 2) < stepMeters || isNear === meters <= widthMeters / 2;
        });
      },
    ),
    { numRuns: 60 },
  );
  t.pass();
});

test('a corridor across the antimeridian and over the pole takes the short way around', (t) => {
  const pacific = prepareCorridor(
    [
      [179, 10],
      [-179, 10],
    ],
    20_000,
  );
  t.deepEqual([pacific.contains(10, 180), pacific.contains(10, -180), pacific.contains(10, 0)], [true, true, false]);
  const polar = prepareCorridor(
    [
      [0, 85],
      [180, 85],
    ],
    20_000,
  );
  t.deepEqual(
    [polar.contains(90, 33), polar.contains(85, 90), polar.contains(87, 0), polar.contains(87, -180)],
    [true, false, true, true],
  );
});

test('a circle contains exactly the points within its radius, and no point outside its boxes', (t) => {
  fc.assert(
    fc.property(
      corner,
      degrees(1, 19_000_000),
      degrees(0, 360),
      degrees(0, 1.5),
      ([lon, lat], radius, bearing, part) => {
        const circle = prepareCircle(lat, lon, radius);
        const place = destination(lat, lon, bearing, Math.min(radius * part, 20_000_000));
        const meters = distanceMeters(lat, lon, place.lat, place.lon);
        if (Math.abs(meters - radius) < 0.01 + radius * 1e-9) return true;
        if (circle.contains(place.lat, place.lon) !== meters < radius) return false;
        if (meters < radius && !circle.boxes.some((box) => boxContains(box, place.lat, place.lon))) return false;
        return Math.abs(circle.distanceMeters(place.lat, place.lon) - Math.max(0, meters - radius)) < 1e-6;
      },
    ),
    { numRuns: 1_000 },
  );
  t.pass();
});
