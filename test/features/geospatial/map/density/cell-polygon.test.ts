import test from 'ava';
import type { Position } from 'geojson';
import { cellArea, cellToParent, getRes0Cells, latLngToCell } from 'h3-js';
import { polygonOf } from '../../../../../src/features/geospatial/map/density/h3.js';

const polygonsOf = (cell: string): Position[][][] => {
  const shape = polygonOf(cell);
  return shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
};

/** Returns the area of a ring in square degrees, positive if counterclockwise. */
const areaOf = (ring: Position[]) => {
  let area = 0;
  for (let at = 1; at < ring.length; at += 1) {
    const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [ring[at - 1] as Position, ring[at] as Position];
    area += (ax * by - bx * ay) / 2;
  }
  return area;
};

test('a cell across the antimeridian is split there', (t) => {
  const shape = polygonOf(latLngToCell(-17, 180, 3));
  t.is(shape.type, 'MultiPolygon');
  const lons = polygonsOf(latLngToCell(-17, 180, 3)).map(([ring]) =>
    (ring as Position[]).map(([lon]) => lon as number),
  );
  t.true(lons.some((part) => part.every((lon) => lon > 178)));
  t.true(lons.some((part) => part.every((lon) => lon < -178)));
});

test('a cell around a pole extends to the pole at all longitudes', (t) => {
  for (const [lat, edge] of [
    [90, 90],
    [-90, -90],
  ] as const) {
    const points = polygonsOf(latLngToCell(lat, 0, 2)).flat(2);
    t.true(points.some(([, y]) => y === edge));
    t.is(Math.min(...points.map(([lon]) => lon as number)), -180);
    t.is(Math.max(...points.map(([lon]) => lon as number)), 180);
  }
});

test('the coarsest cells cover the Earth once, each ring closed and counterclockwise', (t) => {
  let covered = 0;
  for (const cell of getRes0Cells()) {
    for (const [ring] of polygonsOf(cell) as [Position[]][]) {
      t.deepEqual(ring[0], ring.at(-1));
      t.true(areaOf(ring) > 0, cell);
      t.true(ring.every(([lon = 0, lat = 0]) => lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90));
      covered += areaOf(ring);
    }
  }
  // Adjacent cells share their straight edges, so there are neither gaps nor overlaps.
  t.true(Math.abs(covered - 360 * 180) < 1, `${covered}`);
});

test('the outline of a cell equals that of H3', (t) => {
  const cell = latLngToCell(51.9, 4.1, 5);
  const [[ring]] = polygonsOf(cell) as [[Position[]]];
  const squareKm = areaOf(ring) * 111.195 ** 2 * Math.cos((51.9 * Math.PI) / 180);
  t.true(Math.abs(squareKm / cellArea(cell, 'km2') - 1) < 0.01);
  t.is(cellToParent(cell, 5), cell);
});
