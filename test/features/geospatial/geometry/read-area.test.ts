import test from 'ava';
import { Problem } from '../../../../src/api/problem.js';
import { type AreaRequest, readArea } from '../../../../src/features/geospatial/geometry/read-area.js';

const wktBox = 'POLYGON((3 50, 9 50, 9 54, 3 54, 3 50))';
/** Returns the problems of a request. */
function errorsOf(request: AreaRequest) {
  try {
    readArea(request);
    return undefined;
  } catch (error) {
    return (error as Problem).errors?.map(({ pointer }) => pointer);
  }
}
const holds = (request: AreaRequest, lat: number, lon: number) => readArea(request)?.contains(lat, lon);

test('without an area the whole Earth is used', (t) => {
  t.is(readArea({}), undefined);
});

test('only one of the three kinds of area may be given', (t) => {
  const bbox = [3, 50, 9, 54];
  t.deepEqual(errorsOf({ bbox, polygon: wktBox }), ['query/polygon']);
  t.deepEqual(errorsOf({ bbox, near: [51, 4], radiusMeters: 1, polygon: wktBox }), ['query/near', 'query/polygon']);
  t.deepEqual(errorsOf({ bbox, radiusMeters: 1 }), ['query/near']);
});

test('a circle has a center and a radius', (t) => {
  t.deepEqual(errorsOf({ near: [51, 4] }), ['query/radiusMeters']);
  t.deepEqual(errorsOf({ radiusMeters: 5 }), ['query/near']);
  t.deepEqual(errorsOf({ near: [100, 4], radiusMeters: 5 }), ['query/near']);
});

test('a circle over the pole contains points on the other side', (t) => {
  const circle = { near: [89.5, 0], radiusMeters: 200_000 };
  t.true(holds(circle, 89.5, -180));
  t.false(holds(circle, 88, 180));
});

test('a polygon is read from WKT, with its holes', (t) => {
  const ring = { polygon: 'polygon ((3 50,9 50,9 54,3 54,3 50), (5 51, 7 51, 7 53, 5 53, 5 51))' };
  t.deepEqual([holds(ring, 50.5, 4), holds(ring, 52, 6), holds(ring, 55, 6)], [true, false, false]);
});

test('several polygons form one area', (t) => {
  const two = {
    polygon: 'MULTIPOLYGON(((3 50, 4 50, 4 51, 3 51, 3 50)), ((-75 -34, -74 -34, -74 -33, -75 -33, -75 -34)))',
  };
  t.deepEqual([holds(two, 50.5, 3.5), holds(two, -33.5, -74.5), holds(two, 10, 10)], [true, true, false]);
});

test('a polygon across the antimeridian takes the short way around', (t) => {
  const fiji = { polygon: 'POLYGON((175 -20, -175 -20, -175 -15, 175 -15, 175 -20))' };
  t.deepEqual([holds(fiji, -17, 179), holds(fiji, -17, -179), holds(fiji, -17, 0)], [true, true, false]);
});

test('a polygon around the pole contains the pole', (t) => {
  const cap = { polygon: 'POLYGON((-180 80, -90 80, 0 80, 90 80, -180 80))' };
  t.deepEqual([holds(cap, 89, 45), holds(cap, 79, 45)], [true, false]);
});

test('a polygon is read from an encoded polyline', (t) => {
  // The example in the description of the format: (38.5, -120.2), (40.7, -120.95), (43.252, -126.453).
  const triangle = { polygon: '_p~iF~ps|U_ulLnnqC_mqNvxq`@' };
  t.deepEqual(
    readArea(triangle)?.boxes.map(({ west, south, east, north }) => [west, south, east, north]),
    [[-126.453, 38.5, -120.2, 43.252]],
  );
  t.true(holds(triangle, 40.8, -122.5));
});

test('invalid polygons are rejected and never cause an internal error', (t) => {
  const wrong = [
    'POLYGON((3 50, 9 50, 9 54, 3 54, 3 50)',
    'POLYGON(3 50, 9 50, 9 54)',
    'POLYGON(())',
    'POLYGON((3 50, 9))',
    'POLYGON((3 50, 9 50, x 54))',
    'POLYGON((3 50, 9 50, 9 54, 3 54, 3 50)) and more',
    'POLYGON Z((3 50 1, 9 50 1, 9 54 1))',
    'MULTIPOLYGON((3 50, 9 50, 9 54))',
    'POLYGON((3 50, 9 50))',
    'POLYGON((3 50, 9 54, 9 50, 3 54, 3 50))',
    'POLYGON((3 95, 9 95, 9 99, 3 95))',
    'POLYGON((1e999 0, 1 1, 2 2))',
    '_p~iF~ps|U_ulLnnqC_mqNvxq',
    '~~~~~~~~~~~~~~~',
    'LINESTRING(1 1, 2 2)',
    '   ',
    '((((((',
    `POLYGON(${'('.repeat(5_000)}`,
    `POLYGON((${Array.from({ length: 1_001 }, (_, index) => `${index / 10} ${index % 2}`).join()}))`,
  ];
  t.deepEqual(
    wrong.map((polygon) => errorsOf({ polygon })),
    wrong.map(() => ['query/polygon']),
  );
});
