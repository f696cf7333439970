import test from 'ava';
import { latLngToCell } from 'h3-js';
import { boxArea } from '../../../../../src/features/geospatial/area.js';
import { WORLD } from '../../../../../src/features/geospatial/box.js';
import { CellCounts } from '../../../../../src/features/geospatial/map/density/cell-counts.js';
import { cellOf, FINEST } from '../../../../../src/features/geospatial/map/density/h3.js';
import { liveState } from '../../../../support/live-state.js';
import { randomNumbers } from '../../../../support/random-numbers.js';

const random = randomNumbers(11);
const sorted = (counts: Array<[cell: string, count: number]>) =>
  counts.sort(([one], [other]) => (one < other ? -1 : 1));

test('vessels are counted in the H3 cells of their positions, at every resolution, also after they moved and others appeared', async (t) => {
  const { picture, vessel, clock } = liveState();
  const codes = new CellCounts(picture, 'vessels');
  const positions = new Map<number, { lat: number; lon: number }>();
  const put = (key: number) => {
    const position = { lat: 50 + 2 * random(), lon: 1 + 4 * random() };
    positions.set(key, position);
    vessel({ key, ...position, observedAt: clock.now() });
  };
  const count = async (resolution: number) => {
    const counts = await codes.count(picture.vessels.within(boxArea(WORLD)), resolution);
    return sorted([...counts].map(([code, number]) => [cellOf(code, resolution), number]));
  };
  const expected = (resolution: number) => {
    const counts = new Map<string, number>();
    for (const { lat, lon } of positions.values()) {
      const cell = latLngToCell(lat, lon, resolution);
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
    return sorted([...counts]);
  };
  for (let key = 1; key <= 1_000; key += 1) put(200_000_000 + key);
  for (let resolution = 0; resolution <= FINEST; resolution += 1)
    t.deepEqual(await count(resolution), expected(resolution));
  await clock.advance(10_000);
  for (let key = 500; key <= 2_000; key += 1) put(200_000_000 + key);
  for (let resolution = FINEST; resolution >= 0; resolution -= 1)
    t.deepEqual(await count(resolution), expected(resolution));
});
