import test from 'ava';
import { coverCircle } from '../../../../src/features/geospatial/adsb/circle-cover.js';
import { destination, distanceMeters, METERS_PER_NAUTICAL_MILE } from '../../../../src/features/geospatial/sphere.js';

const centres = [
  { lat: 48.1, lon: 11.6 },
  { lat: 0, lon: 179.9 },
  { lat: 89, lon: 10 },
  { lat: -75, lon: -120 },
];

test('every point of a circle is in one of the circles that cover it', (t) => {
  for (const centre of centres) {
    for (const radius of [251, 300, 430, 500, 900, 2_500]) {
      const tiles = coverCircle(centre, radius, 250);
      for (let ring = 0; ring <= 40; ring += 1) {
        for (let angle = 0; angle < 360; angle += 3) {
          const { lat, lon } = destination(
            centre.lat,
            centre.lon,
            angle,
            (radius * METERS_PER_NAUTICAL_MILE * ring) / 40,
          );
          const nearest = Math.min(...tiles.map((tile) => distanceMeters(tile.lat, tile.lon, lat, lon)));
          t.true(
            nearest <= 250 * METERS_PER_NAUTICAL_MILE + 1,
            `${radius} around ${centre.lat}, ${centre.lon}: ${lat}, ${lon}`,
          );
        }
      }
    }
  }
});

test('a circle within the size limit is requested unchanged', (t) => {
  t.deepEqual(coverCircle({ lat: 48.1, lon: 11.6 }, 250, 250), [{ lat: 48.1, lon: 11.6 }]);
});

test('the number of circles is no larger than their size requires', (t) => {
  const counts = [251, 500, 1_000, 2_500].map((radius) => coverCircle({ lat: 48, lon: 11 }, radius, 250).length);
  t.deepEqual(counts, [7, 13, 31, 151]);
});
