// The cost of counting objects by H3 cells: CPU time and the longest turn of the event loop, by the fraction of objects
// whose cell is already cached.
import 'reflect-metadata';
import { setImmediate } from 'node:timers/promises';
import { boxArea } from '../../../src/features/geospatial/area.js';
import { WORLD } from '../../../src/features/geospatial/box.js';
import { CellCounts } from '../../../src/features/geospatial/map/density/cell-counts.js';
import { liveState } from '../../../test/support/live-state.js';
import { randomNumbers } from '../../../test/support/random-numbers.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rounds: ROUNDS, objects: OBJECTS } = sizesOf({
  usual: { rounds: 5, objects: 200_000 },
  smoke: { rounds: 1, objects: 200 },
});

/** CPU time of the main thread so far (ms). */
function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}

/** @returns the CPU time of the work, and the CPU time of its longest turn of the event loop (ms) */
async function costOf(work: () => Promise<unknown>): Promise<[cpu: number, longestTurn: number]> {
  const began = cpuNow();
  let [isDone, longestTurn, last] = [false, 0, began];
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    const now = cpuNow();
    [longestTurn, last] = [Math.max(longestTurn, now - last), now];
  }
  await done;
  return [cpuNow() - began, longestTurn];
}

const rows: Array<Array<string | number>> = [];
for (const size of [OBJECTS / 10, OBJECTS]) {
  const { picture, vessel, clock } = liveState({ SVC_GEO_OBJECT_LIMIT: '1000000' });
  const random = randomNumbers(3);
  const move = () => {
    for (let key = 1; key <= size; key += 1)
      vessel({ key: 200_000_000 + key, lat: 30 + 30 * random(), lon: -10 + 40 * random(), observedAt: clock.now() });
  };
  move();
  const slots = picture.vessels.within(boxArea(WORLD));
  const costs: Record<string, Array<[number, number]>> = {
    'first count': [],
    'the same again': [],
    'another resolution': [],
    'after all have moved': [],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const codes = new CellCounts(picture, 'vessels');
    costs['first count']?.push(await costOf(() => codes.count(slots, 3)));
    costs['the same again']?.push(await costOf(() => codes.count(slots, 3)));
    costs['another resolution']?.push(await costOf(() => codes.count(slots, 4)));
    await clock.advance(1_000);
    move();
    costs['after all have moved']?.push(await costOf(() => codes.count(slots, 3)));
  }
  for (const [name, measured] of Object.entries(costs))
    rows.push([
      size,
      name,
      ...[0, 1].map((column) => median(measured.map((cost) => cost[column] as number)).toFixed(1)),
    ]);
}
printTable(['objects', 'resolution 3', 'CPU ms', 'longest turn, CPU ms'], rows);
