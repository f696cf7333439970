import test from 'ava';
import {
  addCount,
  blocksOf,
  CELL_DEGREES,
  cellAt,
  type DayCounts,
  eachCount,
  gridPlaceOf,
  placeOf,
  writeCounts,
} from '../../../../src/features/geospatial/reception/reception-cells.js';
import { randomNumbers } from '../../../support/random-numbers.js';

const random = randomNumbers(7);

test('a cell contains its position, also at the poles and the antimeridian', (t) => {
  const positions = Array.from({ length: 2_000 }, () => [180 * random() - 90, 360 * random() - 180] as const);
  for (const [lat, lon] of [...positions, [90, 180], [-90, -180], [0, 179.999], [0, -0.001]] as const) {
    const { block, within } = placeOf(cellAt(lat, lon));
    const { row, column } = gridPlaceOf(block, within);
    const [south, west] = [row * CELL_DEGREES - 90, column * CELL_DEGREES - 180];
    t.true(lat >= south && lat <= south + CELL_DEGREES, `${lat}`);
    const turned = lon === 180 ? -180 : lon;
    t.true(turned >= west && turned < west + CELL_DEGREES, `${lon}`);
    t.true(blocksOf({ west: turned, south: lat, east: turned, north: lat }).includes(block));
  }
});

test('a box across the antimeridian has the blocks of both sides, and the whole Earth has 162', (t) => {
  t.deepEqual(blocksOf({ west: 179, south: -1, east: -179, north: -1 }), [72, 89]);
  t.is(blocksOf({ west: -180, south: -90, east: 180, north: 90 }).length, 162);
});

test('written counts are read again, from one report to four billion', (t) => {
  const counts: DayCounts = new Map();
  const expected = new Map<string, number>();
  for (let index = 0; index < 3_000; index += 1) {
    const [cell, hour] = [Math.floor(1_600 * random()), Math.floor(24 * random())];
    const reports = Math.floor(2 ** (32 * random()));
    if (expected.has(`${cell} ${hour}`) || reports === 0) continue;
    expected.set(`${cell} ${hour}`, reports);
    addCount(counts, cell, hour, reports);
  }
  const read = new Map<string, number>();
  eachCount(writeCounts(counts), (cell, hour, reports) => read.set(`${cell} ${hour}`, reports));
  t.deepEqual([...read].sort(), [...expected].sort());
});

test('no counts take no bytes, and counts do not exceed four billion', (t) => {
  t.is(writeCounts(new Map()).length, 0);
  const counts: DayCounts = new Map();
  addCount(counts, 3, 23, 4_294_967_295);
  addCount(counts, 3, 23, 5);
  eachCount(writeCounts(counts), (...entry) => t.deepEqual(entry, [3, 23, 4_294_967_295]));
});
