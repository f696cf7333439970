import 'reflect-metadata';
import test from 'ava';
import { drawBaseTile } from '../../../../src/features/geospatial/tiles/base-tile.js';
import { clipRing } from '../../../../src/features/geospatial/tiles/clip-ring.js';
import { boxOfTile, latitudeOf, pixelOf, type Tile } from '../../../../src/features/geospatial/tiles/tile.js';
import { randomNumbers } from '../../../support/random-numbers.js';
import { digestOf, matchesRecording } from '../../../support/recorded.js';

/** Tiles of the world, at its edges and corners, at the poles, in Europe and at the antimeridian. */
const TILES: readonly Tile[] = (
  [
    [0, 0, 0],
    [1, 0, 1],
    [2, 0, 3],
    [2, 3, 1],
    [3, 4, 2],
    [4, 15, 9],
    [5, 0, 15],
    [5, 16, 10],
    [6, 33, 21],
    [8, 131, 84],
    [9, 262, 169],
    [10, 1023, 500],
    [10, 524, 338],
  ] as const
).map(([z, x, y]) => ({ z, x, y }));
const nameOf = ({ z, x, y }: Tile) => `${z}/${x}/${y}`;

test('tiles of the base map are drawn as recorded', (t) => {
  const rows = new Map<string, unknown>();
  for (const tile of TILES) rows.set(nameOf(tile), digestOf(Buffer.from(drawBaseTile(tile)).toString('base64')));
  matchesRecording(t, 'base-tiles', rows);
});

test('the box of a tile contains exactly the positions whose pixels are in the tile with its buffer', (t) => {
  const random = randomNumbers(5);
  for (const tile of [...TILES, { z: 20, x: 538_000, y: 345_000 }]) {
    const { west, south, east, north } = boxOfTile(tile);
    const size = 2 ** tile.z;
    for (let count = 0; count < 200; count += 1) {
      const lat = latitudeOf(tile, random() * 1.2 - 0.1);
      const lon = ((((tile.x + random() * 1.2 - 0.1) / size) * 360 + 360) % 360) - 180;
      const [x, y] = pixelOf(tile, lat, lon);
      const isEdge = [x, y].some((unit) => Math.abs(unit + 128) <= 2 || Math.abs(unit - 4_224) <= 2);
      if (isEdge || Math.abs(lat) > 85) continue;
      const isInBox =
        lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east);
      const isInTile = (tile.z === 0 || (x >= -128 && x <= 4_224)) && y >= -128 && y <= 4_224;
      t.is(isInBox, isInTile, `${nameOf(tile)} ${lat},${lon} ${x},${y}`);
    }
  }
});

test('a clipped ring is closed, within its box, and covers what the ring covers of the box', (t) => {
  const random = randomNumbers(8);
  const box = { west: 0, south: 0, east: 10, north: 10 };
  /** Returns whether a point is within a ring, by the even-odd rule. */
  const contains = (ring: readonly (readonly number[])[], x: number, y: number) =>
    ring.filter(([ax = 0, ay = 0], at) => {
      const [bx = 0, by = 0] = ring[(at + 1) % ring.length] ?? [];
      return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
    }).length %
      2 ===
    1;
  for (let count = 0; count < 60; count += 1) {
    const [x, y, size] = [16 * random() - 3, 16 * random() - 3, 1 + 9 * random()];
    const ring = Array.from({ length: 3 + (count % 6) }, (_, at, angle = (2 * Math.PI * at) / (3 + (count % 6))) => [
      x + size * Math.cos(angle),
      y + size * Math.sin(angle),
    ]);
    const closed = [...ring, ring[0] as number[]];
    const clipped = clipRing(Float64Array.from(closed.flat()), box);
    for (const [lon = 0, lat = 0] of clipped)
      t.true(lon >= -1e-9 && lon <= 10 + 1e-9 && lat >= -1e-9 && lat <= 10 + 1e-9, `${lon},${lat}`);
    if (clipped.length > 0) t.deepEqual(clipped[0], clipped.at(-1));
    for (let px = 0.37; px < 10; px += 1.31)
      for (let py = 0.41; py < 10; py += 1.27)
        t.is(contains(clipped.slice(0, -1), px, py), contains(ring, px, py), `${count}: ${px},${py}`);
  }
  t.deepEqual(clipRing(new Float64Array(), box), []);
  t.deepEqual(clipRing(Float64Array.of(20, 20, 21, 20, 21, 21, 20, 20), box), []);
});
