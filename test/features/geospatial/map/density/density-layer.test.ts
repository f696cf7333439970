import 'reflect-metadata';
import test from 'ava';
import { cellToChildren, cellToLatLng, getHexagonEdgeLengthAvg, getRes0Cells, latLngToCell } from 'h3-js';
import type { Box } from '../../../../../src/features/geospatial/box.js';
import type { CountedCell } from '../../../../../src/features/geospatial/map/density/density.js';
import { classBounds, densityLayer } from '../../../../../src/features/geospatial/map/density/density-layer.js';
import { resolutionFor } from '../../../../../src/features/geospatial/map/density/density-renderer.service.js';
import { isInFrame, nearLongitude } from '../../../../../src/features/geospatial/map/projection/map-view.js';
import { renderMap, viewOfMap } from '../../../../../src/features/geospatial/map/render/render-map.js';
import type { MapScene } from '../../../../../src/features/geospatial/map/render/scene.js';
import { MapColors } from '../../../../../src/features/geospatial/map/render/theme.js';
import { METERS_PER_DEGREE } from '../../../../../src/features/geospatial/sphere.js';
import { linesOfPath, turnsAround } from '../../../../support/svg-rings.js';

const box = (west: number, south: number, east: number, north: number): Box => ({ west, south, east, north });
const world = box(-180, -90, 180, 90);
const scene = (where: Box, changes: Partial<MapScene> = {}): MapScene => ({
  box: where,
  title: 'A map',
  subtitle: 'now',
  theme: 'light',
  width: 960,
  ...changes,
});
const vessels = (cells: readonly CountedCell[] = [], resolution = 2) =>
  densityLayer({ layer: 'vessels', resolution, cells });
const viewOf = (where: Box, changes: Partial<MapScene> = {}) => viewOfMap(scene(where, changes), vessels());
const boxes: Record<string, Box> = {
  'the world': world,
  'the Pacific': box(140, -40, -110, 60),
  'the North Pole': box(-180, 60, 180, 90),
  'the South Pole': box(-180, -90, 180, -60),
  'the North Sea': box(0, 50, 10, 56),
  'a harbour': box(3.9, 51.85, 4.2, 52),
};
const everyCell = (resolution: number) => getRes0Cells().flatMap((cell) => cellToChildren(cell, resolution));

for (const [name, where] of Object.entries(boxes)) {
  test(`a cell contains its center, and a cell with a pole contains the pole: ${name}`, async (t) => {
    const view = viewOf(where);
    const pixel = { x: 0, y: 0 };
    let looked = 0;
    const places = [
      ...everyCell(1)
        .slice(0, 842)
        .map((cell) => cellToLatLng(cell)),
      [89.9, 0],
      [-89.9, 0],
      [52, 4],
      [0, 179.9],
    ] as Array<[number, number]>;
    for (const [lat, lon] of places.filter((_, index) => index % 5 === 0 || index > 841)) {
      view.project(nearLongitude(view, lon), lat, pixel);
      if (!isInFrame(view, pixel)) continue;
      looked += 1;
      const cells = [{ cell: latLngToCell(lat, lon, 1), count: 7 }];
      const { svg } = await vessels(cells, 1).draw(view, new MapColors('light'));
      const [, d = ''] = /<path d="([^"]*)"><title>7 vessels<\/title>/.exec(svg) ?? [];
      t.is(Math.abs(turnsAround(linesOfPath(d), pixel.x * 10, pixel.y * 10).nonzero), 1, `${lat} ${lon}`);
    }
    t.true(looked > 0);
  });
}

test('there are at most six classes of counts, as fine as possible, including the highest count', (t) => {
  t.deepEqual(classBounds(0), []);
  t.deepEqual(classBounds(1), [1]);
  t.deepEqual(classBounds(6), [1, 2, 3, 4, 5, 6]);
  t.deepEqual(classBounds(7), [1, 2, 5]);
  t.deepEqual(classBounds(99), [1, 2, 5, 10, 20, 50]);
  t.deepEqual(classBounds(101), [1, 3, 10, 30, 100]);
  t.deepEqual(classBounds(5_000), [1, 5, 20, 100, 500, 2_000]);
  t.deepEqual(classBounds(2_000_000), [1, 10, 100, 1_000, 10_000, 100_000]);
});

test('each cell has the color that the legend gives its count, in the light and in the dark theme', async (t) => {
  const cells = [1, 4, 30, 99].map((count, index) => ({ cell: latLngToCell(52, 2 * index, 3), count }));
  for (const theme of ['light', 'dark'] as const) {
    const svg = await renderMap(scene(boxes['the North Sea'] as Box, { theme }), vessels(cells, 3));
    for (const [count, words] of [
      [1, '1'],
      [4, '2–4'],
      [30, '20–49'],
      [99, '50–99'],
    ] as const) {
      const [, filled] =
        new RegExp(`<g fill="([^"]*)"><path d="[^"]*"><title>${count} vessels</title>`).exec(svg) ?? [];
      const [, named] =
        new RegExp(`<path transform="scale\\(.1\\)" d="[^"]*" fill="([^"]*)"/><text [^>]*>${words}</text>`).exec(svg) ??
        [];
      t.true(filled !== undefined && filled === named, `${count}: ${filled} and ${named}`);
    }
  }
});

test('the finest cells that are large enough to see are used, and at most the limit of an image', (t) => {
  const chosen = Object.fromEntries(Object.entries(boxes).map(([name, where]) => [name, resolutionFor(viewOf(where))]));
  t.deepEqual(chosen, {
    'the world': 1,
    'the Pacific': 2,
    'the North Pole': 2,
    'the South Pole': 2,
    'the North Sea': 5,
    'a harbour': 8,
  });
  t.is(resolutionFor(viewOf(world, { width: 2000, height: 1200 })), 1);

  const [small, limited] = [viewOf(box(0, -0.5, 1, 0.5), { width: 320 }), viewOf(box(0, 60, 20, 80), { width: 320 })];
  const edgeOf = (view: typeof small, resolution: number) =>
    (getHexagonEdgeLengthAvg(resolution, 'm') / METERS_PER_DEGREE) * view.pixelsPerDegree;
  for (const [name, where] of Object.entries(boxes)) {
    const view = viewOf(where);
    const [chosenHere, least] = [resolutionFor(view), view.frame.width / 90];
    t.true(least > 4 && edgeOf(view, chosenHere) >= least, `large enough: ${name}`);
    t.true(chosenHere === 8 || edgeOf(view, chosenHere + 1) < least, `finest: ${name}`);
  }
  // In a narrow image, the minimum edge of a cell is 4 pixels.
  t.is(resolutionFor(small), 6);
  t.true(edgeOf(small, 7) < 4 && edgeOf(small, 7) >= small.frame.width / 90);
  // Cells of the next resolution would be large enough, but too many.
  t.is(resolutionFor(limited), 4);
  t.true(edgeOf(limited, 5) >= 4);
});

test('an image with every cell of the world filled is smaller than 600 kB', async (t) => {
  const cells = everyCell(2).map((cell, index) => ({ cell, count: 1 + ((index * 7_919) % 5_000) }));
  const svg = await renderMap(scene(world, { width: 2000, height: 1200, theme: 'auto' }), vessels(cells));
  t.true(svg.length < 600_000, `${svg.length}`);
});
