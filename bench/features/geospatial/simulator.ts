// The cost of the simulator: CPU for an hour of its reports, as a fraction of one core, and the time to make its world.
import { SimulatedAircraft } from '../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { SimulatedShips } from '../../../src/features/geospatial/simulator/simulated-ships.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rounds: ROUNDS } = sizesOf({ usual: { rounds: 5 }, smoke: { rounds: 1 } });
const HOUR_SECONDS = 3_600;
const start = Date.UTC(2026, 10, 21) / 1000;

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const worlds = [
  { name: 'ships', make: () => SimulatedShips.create(1) },
  { name: 'aircraft', make: () => SimulatedAircraft.create(1) },
];
const rows: (string | number)[][] = [];
for (const { name, make } of worlds) {
  const [made, hours]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) made.push(await cpuMs(make));
  const world = await make();
  let reports = 0;
  for (let hour = 0; hour < ROUNDS; hour += 1) {
    const first = start + hour * HOUR_SECONDS;
    reports = 0;
    const work = () => {
      for (let second = first; second < first + HOUR_SECONDS; second += 1)
        for (const report of world.due(second)) reports += report.key > 0 ? 1 : 0;
    };
    hours.push(await cpuMs(work));
  }
  const hourMs = median(hours);
  rows.push([
    name,
    world.size,
    Math.round(median(made)),
    reports,
    Math.round(hourMs),
    `${((100 * hourMs) / (HOUR_SECONDS * 1000)).toFixed(4)} %`,
  ]);
}
printTable(['', 'objects', 'made in CPU-ms', 'reports/hour', 'CPU-ms/hour', 'of one core'], rows);
