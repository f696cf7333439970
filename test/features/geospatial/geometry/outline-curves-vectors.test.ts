import { polygonCurves } from '../../../../src/features/geospatial/geometry/outline-curves.js';
import type { Corner } from '../../../../src/features/geospatial/geometry/ring.js';
import { type VectorRandom, vectorRandom, vectorTest } from '../../../support/vectors.js';

/** Returns a star in either direction, often across the antimeridian or close to a pole. */
function ringOf(random: VectorRandom): Corner[] {
  const lon = random.one([0, 12.5, 179.9, -179.9, 90]) + random.between(-3, 3);
  const lat = random.one([0, 45, -60, 84, -84]) + random.between(-3, 3);
  const corners = random.whole(3, 7);
  const ring = random.list(corners, (index): Corner => {
    const turn = (2 * Math.PI * index) / corners;
    const radius = random.between(0.5, 4);
    return [lon + radius * Math.cos(turn), Math.max(-90, Math.min(90, lat + radius * Math.sin(turn)))];
  });
  const closed = [...ring, ring[0] as Corner];
  return random.chance(0.5) ? closed.toReversed() : closed;
}

const CAPS: readonly Corner[][] = [
  [
    [-180, 70],
    [180, 70],
    [180, 90],
    [-180, 90],
    [-180, 70],
  ],
  [
    [-180, -70],
    [-180, -90],
    [180, -90],
    [180, -65],
    [0, -60],
    [-180, -70],
  ],
];

vectorTest('outlines of polygons equal the recorded curves', 'geospatial/outline-curves', function* () {
  const sampled = (rings: Corner[][]) =>
    polygonCurves([rings]).polygons.map((polygon) =>
      polygon.map((ring) => ring.map((curve) => [0, 0.25, 1].map(curve))),
    );
  for (const [index, cap] of CAPS.entries()) yield [`cap ${index}`, () => sampled([cap])];
  for (let seed = 1; seed <= 30; seed += 1) {
    const random = vectorRandom(seed);
    const rings = random.list(random.whole(1, 2), () => ringOf(random));
    yield [`star ${seed}`, () => sampled(rings)];
  }
});
