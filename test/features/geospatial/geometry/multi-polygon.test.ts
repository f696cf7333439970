import test from 'ava';
import { geoContains } from 'd3-geo';
import { polygonsProblem } from '../../../../src/features/geospatial/geometry/polygons-problem.js';
import { prepareMultiPolygon } from '../../../../src/features/geospatial/geometry/prepared-polygon.js';
import type { Corner } from '../../../../src/features/geospatial/geometry/ring.js';
import fc from '../../../support/properties.js';

const lonOf = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180;
const closed = (corners: readonly Corner[]): Corner[] => [...corners, corners[0] as Corner];
const square = (lon: number, lat: number, half: number): Corner[] =>
  closed([
    [lonOf(lon - half), lat - half],
    [lonOf(lon + half), lat - half],
    [lonOf(lon + half), lat + half],
    [lonOf(lon - half), lat + half],
  ]);

/** Returns a star around a point with one corner for each radius, counterclockwise. It never crosses itself. */
const star = (lon: number, lat: number, radii: readonly number[]): Corner[] =>
  closed(
    radii.map((radius, index): Corner => {
      const turn = (2 * Math.PI * index) / radii.length;
      return [lonOf(lon + radius * Math.cos(turn)), lat + radius * Math.sin(turn)];
    }),
  );

const RADIUS = 0.01;
const radii = fc.array(fc.double({ min: 0.5, max: 1, noNaN: true }), { minLength: 5, maxLength: 12 });
/**
 * Generates one to three polygons beside each other, each with or without a hole. They are so small that straight edges
 * in degrees and great circles are the same.
 */
const polygons = fc.array(fc.record({ outer: radii, hole: fc.option(radii) }), { minLength: 1, maxLength: 3 });
/**
 * Generates coordinates that are never on an edge or a corner, where conventions differ: their fractions of a radius
 * differ from the fractions of every corner.
 */
const part = (least: number, span: number) =>
  fc.integer({ min: 0, max: 1_000_000 }).map((value) => least + (value / 1_000_000) * span);
const places = fc.array(fc.tuple(part(-1.0713, 9.1371), part(-1.0159, 2.0317)), { minLength: 20, maxLength: 20 });
const centers = fc.tuple(fc.constantFrom(0, 4, 179.995, -179.98), fc.constantFrom(0, 30, -60));

test('points are inside polygons with holes exactly where d3-geo finds them, whatever the direction of the rings', (t) => {
  fc.assert(
    fc.property(polygons, places, centers, fc.boolean(), (made, tried, [lon, lat], isReversed) => {
      const rings = made.map(({ outer, hole }, index) => {
        const at = lonOf(lon + 3 * RADIUS * index);
        const outerRing = star(
          at,
          lat,
          outer.map((radius) => radius * RADIUS),
        );
        // The hole is inside the outer ring: the narrowest place of a star of five corners is at 0.5 · cos 36° of its
        // radius.
        const holes =
          hole === null
            ? []
            : [
                star(
                  at,
                  lat,
                  hole.map((radius) => 0.3 * radius * RADIUS),
                ),
              ];
        return [outerRing, ...holes];
      });
      t.is(polygonsProblem(rings), undefined);
      const given = isReversed ? rings.map((polygon) => polygon.map((ring) => ring.toReversed())) : rings;
      const shape = prepareMultiPolygon(given);
      // In d3-geo, the inside is on the right: outer rings are clockwise, holes counterclockwise.
      const coordinates = rings.map((polygon) =>
        polygon.map((ring, index) => (index === 0 ? ring.toReversed() : ring) as [number, number][]),
      );
      for (const [x, y] of tried) {
        const place: [number, number] = [lonOf(lon + x * RADIUS), lat + y * RADIUS];
        const isIn = geoContains({ type: 'MultiPolygon', coordinates }, place);
        t.is(shape.contains(place[1], place[0]), isIn);
        t.is(shape.distanceMeters(place[1], place[0]) === 0, isIn);
        const clear = shape.clearanceMeters(place[1], place[0], 0);
        if (clear !== 0) t.is(clear > 0, isIn);
      }
    }),
    { numRuns: 200 },
  );
});

const problemOf = (polygonsToTry: Corner[][][]) => polygonsProblem(polygonsToTry)?.detail;

test('the error of an invalid polygon names the ring', (t) => {
  const outer = square(4, 52, 1);
  t.is(problemOf([[outer, square(4, 52, 0.5), square(4.75, 52, 0.1)], [square(8, 52, 1)]]), undefined);
  t.regex(problemOf([[outer.slice(0, -1)]]) ?? '', /must be closed/);
  t.regex(problemOf([[outer, square(5, 52, 0.5)]]) ?? '', /must not cross another ring/);
  t.regex(problemOf([[outer, square(8, 52, 0.5)]]) ?? '', /must lie within the outer ring/);
  t.regex(problemOf([[outer, square(4, 52, 0.5), square(4, 52, 0.2)]]) ?? '', /must not overlap another hole/);
  t.regex(problemOf([[outer], [square(5, 53, 1)]]) ?? '', /must not cross another polygon/);
  t.regex(problemOf([[outer], [square(4, 52, 0.2)]]) ?? '', /must not lie within another polygon/);
  t.is(problemOf([[outer, square(4, 52, 0.5)], [square(4, 52, 0.2)]]), undefined);
  const bow: Corner[] = [
    [3, 51],
    [5, 53],
    [5, 51],
    [3, 53],
    [3, 51],
  ];
  t.deepEqual(
    [polygonsProblem([[outer], [bow]])?.polygon, /must not cross or touch itself/.test(problemOf([[bow]]) ?? '')],
    [1, true],
  );
  t.regex(problemOf([[square(4, 91, 1)]]) ?? '', /latitude from -90 to 90/);
  t.regex(problemOf([[[...outer.slice(0, 2), [200, 52], ...outer.slice(2)]]]) ?? '', /longitude from -180 to 180/);
});

test('holes and parts are checked across the antimeridian, and around a pole', (t) => {
  t.is(problemOf([[square(180, 0, 2), square(-179, 0, 0.5), square(179, 0, 0.5)]]), undefined);
  t.regex(problemOf([[square(180, 0, 2), square(-178, 0, 0.5)]]) ?? '', /must not cross another ring/);
  t.regex(problemOf([[square(180, 0, 2)], [square(-179, 0, 0.5)]]) ?? '', /must not lie within another polygon/);
  const cap = closed(Array.from({ length: 12 }, (_, index): Corner => [lonOf(index * 30 - 165), 60]));
  t.is(problemOf([[cap, square(180, 70, 5), square(15, 80, 2)]]), undefined);
  const shape = prepareMultiPolygon([[cap, square(180, 70, 5)]]);
  t.deepEqual(
    [shape.contains(70, 179), shape.contains(70, -179), shape.contains(80, 179), shape.contains(70, 100)],
    [false, false, true, true],
  );
});

test('all rings together have at most 1,000 corners', (t) => {
  const ring = (lon: number, corners: number) =>
    star(
      lon,
      0,
      Array.from({ length: corners }, () => 0.1),
    );
  t.is(problemOf([[ring(0, 500)], [ring(1, 500)]]), undefined);
  t.regex(problemOf([[ring(0, 500)], [ring(1, 501)]]) ?? '', /at most 1000 corners/);
});
