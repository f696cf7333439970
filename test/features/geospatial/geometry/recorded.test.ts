import test from 'ava';
import { boxArea, circleArea } from '../../../../src/features/geospatial/area.js';
import { boxAround, splitBox } from '../../../../src/features/geospatial/box.js';
import { prepareCircle } from '../../../../src/features/geospatial/geometry/circle.js';
import { prepareCorridor } from '../../../../src/features/geospatial/geometry/corridor.js';
import { GreatCircleArc } from '../../../../src/features/geospatial/geometry/great-circle-arc.js';
import { capsuleAround, ringAround, ringsGeometry } from '../../../../src/features/geospatial/geometry/outline.js';
import {
  circleCurves,
  corridorCurves,
  polygonCurves,
} from '../../../../src/features/geospatial/geometry/outline-curves.js';
import { polygonProblem } from '../../../../src/features/geospatial/geometry/polygon-problem.js';
import { polygonsProblem } from '../../../../src/features/geospatial/geometry/polygons-problem.js';
import { prepareMultiPolygon, preparePolygon } from '../../../../src/features/geospatial/geometry/prepared-polygon.js';
import type { PreparedShape } from '../../../../src/features/geospatial/geometry/prepared-shape.js';
import { type Corner, flatRing } from '../../../../src/features/geospatial/geometry/ring.js';
import { vectorOf } from '../../../../src/features/geospatial/geometry/vector.js';
import { parseWkt } from '../../../../src/features/geospatial/geometry/wkt-polygon.js';
import { bearingDegrees, destination, distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import { randomNumbers } from '../../../support/random-numbers.js';
import { matchesRecording } from '../../../support/recorded.js';

/**
 * Centers of shapes: in an ordinary place, at the antimeridian, at the equator, near a pole, and so near that shapes
 * contain it.
 */
const CENTERS: readonly Corner[] = [
  [10, 50],
  [179.5, -17],
  [-0.4, 0.2],
  [40, 84],
  [-120, -88.5],
];
const SIZES = [0.05, 1.5, 12];

/** Returns a star of `count` corners around a center. */
function star([lon, lat]: Corner, degrees: number, count: number, random: () => number): Corner[] {
  return Array.from({ length: count }, (_, index) => {
    const meters = 111_195 * degrees * (0.35 + 0.65 * random());
    const corner = destination(lat, lon, (360 * index) / count, meters);
    return [corner.lon, corner.lat];
  });
}

/** Returns every shape by name, with its center and its size (°). */
function shapes(): Map<string, { shape: PreparedShape; center: Corner; degrees: number }> {
  const found = new Map<string, { shape: PreparedShape; center: Corner; degrees: number }>();
  const random = randomNumbers(27);
  for (const center of CENTERS)
    for (const degrees of SIZES) {
      const name = `${center} ${degrees}°`;
      const [lon, lat] = center;
      const add = (kind: string, shape: PreparedShape) => found.set(`${kind} ${name}`, { shape, center, degrees });
      const outer = star(center, degrees, 9, random);
      const hole = star(center, degrees / 4, 5, random);
      add('polygon', preparePolygon([outer]));
      add('polygon with a hole', preparePolygon([outer, hole]));
      const beside = destination(lat, lon, 90, 111_195 * degrees * 2.5);
      add('two polygons', prepareMultiPolygon([[outer, hole], [star([beside.lon, beside.lat], degrees, 6, random)]]));
      add('circle', prepareCircle(lat, lon, 111_195 * degrees));
      const line = star(center, degrees, 4, random);
      add('corridor', prepareCorridor(line, 111_195 * degrees * 0.3));
    }
  return found;
}

test('shapes contain and measure positions as recorded', (t) => {
  const rows = new Map<string, unknown>();
  const random = randomNumbers(5);
  for (const [name, { shape, center, degrees }] of shapes()) {
    const places = Array.from({ length: 24 }, () => {
      const { lat, lon } = destination(center[1], center[0], 360 * random(), 111_195 * degrees * 2 * random());
      return [
        shape.contains(lat, lon),
        Math.round(shape.distanceMeters(lat, lon)),
        Math.round(shape.clearanceMeters(lat, lon, 0)),
      ];
    });
    rows.set(name, { boxes: shape.boxes, places });
  }
  matchesRecording(t, 'geo-shapes', rows);
});

test('outlines, arcs and boxes equal the recorded ones', (t) => {
  const rows = new Map<string, unknown>();
  const random = randomNumbers(9);
  for (const center of CENTERS)
    for (const degrees of SIZES) {
      const [lon, lat] = center;
      const meters = 111_195 * degrees;
      const end = destination(lat, lon, 360 * random(), 3 * meters);
      const to: Corner = [end.lon, end.lat];
      const arc = new GreatCircleArc(center, to);
      const places = Array.from({ length: 6 }, () => destination(lat, lon, 360 * random(), 4 * meters * random()));
      const some = (all: readonly unknown[]) => all.filter((_, index) => index % 17 === 0);
      const curves = [
        circleCurves(lat, lon, meters),
        corridorCurves([center, to], meters / 3),
        polygonCurves([[star(center, degrees, 5, random)]]),
      ];
      const ring = star(center, degrees, 5, random);
      rows.set(`${center} ${degrees}°`, {
        bearing: [bearingDegrees(lat, lon, to[1], to[0]), distanceMeters(lat, lon, to[1], to[0])],
        arc: [arc.boxes(meters / 10), places.map((place) => arc.distance(vectorOf(place.lat, place.lon)))],
        ring: flatRing(ring),
        rings: ringsGeometry([ring]),
        around: some(ringAround(lat, lon, meters)),
        capsule: some(capsuleAround(center, to, meters / 4)),
        curves: curves.map((outline) =>
          JSON.stringify(outline, (_key, value) => (typeof value === 'function' ? value(0.3) : value)),
        ),
        boxes: [boxAround(lat, lon, meters), splitBox(boxAround(lat, lon, meters))],
        inside: places.map((place) => [
          circleArea(lat, lon, 2 * meters).contains(place.lat, place.lon),
          boxArea(boxAround(lat, lon, meters)).contains(place.lat, place.lon),
        ]),
      });
    }
  matchesRecording(t, 'geo-outlines', rows);
});

const square = (west: number, south: number, size: number): Corner[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

test('errors of polygons and of WKT equal the recorded ones', (t) => {
  const rows = new Map<string, unknown>();
  const rings: Record<string, Corner[]> = {
    'two corners': [
      [0, 0],
      [1, 1],
    ],
    'three corners': [
      [0, 0],
      [1, 1],
      [0, 1],
    ],
    'a bow tie': [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ],
    'a repeated corner': [
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 1],
    ],
    'a line': [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
    'a spike': [
      [0, 0],
      [2, 0],
      [2, 2],
      [2, 3],
      [2, 2],
      [0, 2],
    ],
    'a wide edge': [
      [0, 0],
      [180, 0],
      [90, 40],
    ],
    'a latitude above 90': [
      [0, 89],
      [10, 91],
      [20, 89],
    ],
    'exactly 90': [
      [0, 89],
      [10, 90],
      [20, 89],
    ],
    'a longitude of 181': [
      [179, 0],
      [181, 0],
      [180, 1],
    ],
    'a thousand corners': star([10, 50], 5, 1_000, () => 1),
    'a thousand and one': star([10, 50], 5, 1_001, () => 1),
  };
  for (const [name, ring] of Object.entries(rings)) rows.set(name, polygonProblem(ring) ?? 'valid');
  const polygons: Record<string, Corner[][][]> = {
    'one square': [[square(0, 0, 4)]],
    'open ring': [[square(0, 0, 4).slice(0, 4)]],
    'a hole': [[square(0, 0, 4), square(1, 1, 1)]],
    'a hole outside': [[square(0, 0, 4), square(8, 1, 1)]],
    'a hole that crosses': [[square(0, 0, 4), square(3, 3, 3)]],
    'a hole in a hole': [[square(0, 0, 9), square(1, 1, 6), square(2, 2, 1)]],
    'holes side by side': [[square(0, 0, 9), square(1, 1, 2), square(5, 5, 2)]],
    'two squares apart': [[square(0, 0, 4)], [square(10, 0, 4)]],
    'two squares that touch': [[square(0, 0, 4)], [square(4, 0, 4)]],
    'two squares that overlap': [[square(0, 0, 4)], [square(3, 3, 4)]],
    'one within another': [[square(0, 0, 9)], [square(2, 2, 2)]],
    'one within the hole of another': [[square(0, 0, 9), square(1, 1, 6)], [square(2, 2, 2)]],
    'one hundred rings': Array.from({ length: 100 }, (_, index) => [square(index, 0, 0.5)]),
    'one hundred and one': Array.from({ length: 101 }, (_, index) => [square(index, 0, 0.5)]),
  };
  for (const [name, polygon] of Object.entries(polygons)) rows.set(name, polygonsProblem(polygon) ?? 'valid');
  for (const text of [
    'POLYGON((0 0, 1 0, 1 1, 0 0))',
    'polygon ((0 0,1 0,1 1,0 0),(0.2 0.1, 0.3 0.1, 0.3 0.2, 0.2 0.1))',
    'MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)),((5 5, 6 5, 6 6, 5 5)))',
    'POLYGON((0 0 7, 1 0 7, 1 1 7, 0 0 7))',
    'POLYGON((0 0, 1 0, 1 1)',
    'POLYGON()',
    'POLYGON((a b, 1 0, 1 1, 0 0))',
    'POLYGON((1e2 -4.5, 101 -4, 102 -3, 100 -4.5)) ',
    'POINT(1 2)',
    'MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)),)',
  ])
    rows.set(text, parseWkt(text) ?? 'not WKT');
  matchesRecording(t, 'geo-problems', rows);
});
