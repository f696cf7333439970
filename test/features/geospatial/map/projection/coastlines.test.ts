import test from 'ava';
import type { Box } from '../../../../../src/features/geospatial/box.js';
import { coastlinesOf } from '../../../../../src/features/geospatial/map/projection/coastlines.js';
import { stitchRings } from '../../../../../src/features/geospatial/map/projection/stitch-rings.js';
import { viewOfMap } from '../../../../../src/features/geospatial/map/render/render-map.js';
import { linesOfPath } from '../../../../support/svg-rings.js';

const across: Array<[name: string, box: Box]> = [
  ['Chukotka', { west: 177, south: 64.5, east: -177, north: 69.5 }],
  ['Fiji', { west: 179, south: -17.2, east: -179, north: -16 }],
];

for (const [name, box] of across)
  test(`no coast is drawn along the antimeridian, where the atlas is cut: ${name}`, async (t) => {
    const view = viewOfMap({ box, title: 'A map', subtitle: 'now', theme: 'light', width: 960 });
    const { land } = await coastlinesOf(view);
    const pixel = { x: 0, y: 0 };
    view.project(view.centerLon > 0 ? 180 : -180, 0, pixel);
    const lines = linesOfPath(land);
    t.true(lines.length > 0);
    // Lengths in tenths of a pixel. A remainder of a cut whose ends do not meet may be up to two pixels long.
    const along = lines.flatMap((line) =>
      line.map(([toX, toY], index) => {
        const [fromX, fromY] = line.at(index - 1) as [number, number];
        const isAlong = Math.abs(fromX - pixel.x * 10) <= 1 && Math.abs(toX - pixel.x * 10) <= 1;
        return isAlong ? Math.abs(toY - fromY) : 0;
      }),
    );
    t.true(Math.max(...along) < 20, `${Math.max(...along) / 10} px`);
  });

test('lakes are drawn with their islands at every scale, and a map of the open sea has no lakes', async (t) => {
  const lakesOf = async (box: Box, width = 960) => {
    const view = viewOfMap({ box, title: 'A map', subtitle: 'now', theme: 'light', width });
    return linesOfPath((await coastlinesOf(view)).lakes);
  };
  const superior = { west: -92, south: 46, east: -84, north: 49.5 };
  t.true((await lakesOf(superior)).length > 5);
  t.true((await lakesOf({ west: -100, south: 35, east: -70, north: 60 })).length > 10);
  const world = await lakesOf({ west: -180, south: -90, east: 180, north: 90 }, 400);
  t.true(world.length > 0 && world.length < 40, String(world.length));
  t.deepEqual(await lakesOf({ west: -40, south: 30, east: -30, north: 40 }), []);
});

/** Returns the corners of a ring from the smallest one on, so that rings with different starts can be compared. */
const turned = (ring: ReadonlyArray<readonly number[]>) => {
  const corners = ring.slice(0, -1).map(([lon = 0, lat = 0]) => `${lon} ${lat}`);
  const first = corners.indexOf([...corners].sort()[0] as string);
  return [...corners.slice(first), ...corners.slice(0, first)];
};

const ring = (...corners: Array<[lon: number, lat: number]>): number[][] => [
  ...corners,
  corners[0] as [number, number],
];

test('the two parts of an island that was cut are one ring', (t) => {
  const west = ring([180, 10], [180, 12], [179, 12], [179, 10]);
  const east = ring([-179, 10], [-179, 12.5], [-180, 12.001], [-180, 11], [-180, 10]);
  const island = ['-179 10', '-179 12.5', '-180 12.001', '180 12', '179 12', '179 10', '180 10', '-180 10'];
  for (const rings of [
    [west, east],
    [east, west],
  ])
    t.deepEqual(stitchRings(rings).map(turned), [island]);
});

test('the parts of an island that was cut twice are joined, but not with another island nearby', (t) => {
  const west = ring([180, 10], [180, 12], [178, 13], [178, 21], [180, 20], [180, 22], [177, 22], [177, 10]);
  const [south, north] = [ring([-179, 11], [-180, 12], [-180, 10]), ring([-179, 21], [-180, 22], [-180, 20])];
  const other = [ring([180, 14], [180, 15], [179, 14]), ring([-180, 15], [-180, 14], [-179, 14])];
  const whole = stitchRings([south, other[0] as number[][], west, north, other[1] as number[][]]);
  t.deepEqual(
    whole.map((one) => one.length - 1).sort((a, b) => a - b),
    [6, 14],
  );
  for (const one of whole) {
    const [lon, lat] = [one.map(([x = 0]) => x), one.map(([, y = 0]) => y)];
    t.true(
      lat.every(
        (y, at) =>
          at === 0 || Math.abs(lon[at] as number) < 180 || Math.abs(lon[at - 1] as number) < 180 || y === lat[at - 1],
      ),
    );
  }
});

test('uncut rings, and rings whose other part is missing, are unchanged', (t) => {
  const crossing = ring([179, 10], [180, 11], [-179, 10]);
  const alone = ring([180, 10], [180, 12], [179, 12], [179, 10]);
  t.deepEqual(stitchRings([crossing]), [crossing]);
  t.deepEqual(stitchRings([alone]).map(turned), [turned(alone)]);
});
