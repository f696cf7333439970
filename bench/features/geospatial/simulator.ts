// What the simulator costs: CPU for an hour of its reports, as a share of one core, and the time to make its world.
import { SeaLanes } from '../../../src/features/geospatial/simulator/sea-lanes.js';
import { SimulatedAircraft } from '../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { SimulatedShips } from '../../../src/features/geospatial/simulator/simulated-ships.js';
import { median } from '../../support/median.js';
import { printTable } from '../../support/table.js';

const ROUNDS = 5;
const HOUR_SECONDS = 3_600;
const start = Date.UTC(2026, 10, 21) / 1000;

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const worlds = [
  { name: 'ships', make: () => SimulatedShips.make(1, new SeaLanes()) },
  { name: 'aircraft', make: () => SimulatedAircraft.make(1) },
];
const rows = worlds.map(({ name, make }) => {
  const makeMs = median(Array.from({ length: ROUNDS }, () => cpuMs(() => void make())));
  const world = make();
  let reports = 0;
  const hours = Array.from({ length: ROUNDS }, (_, hour) =>
    cpuMs(() => {
      reports = 0;
      const first = start + hour * HOUR_SECONDS;
      for (let second = first; second < first + HOUR_SECONDS; second += 1) for (const report of world.due(second)) reports += report.key > 0 ? 1 : 0;
    }),
  );
  const hourMs = median(hours);
  return [name, world.size, Math.round(makeMs), reports, Math.round(hourMs), `${((100 * hourMs) / (HOUR_SECONDS * 1000)).toFixed(4)} %`];
});
printTable(['', 'objects', 'made in CPU-ms', 'reports/hour', 'CPU-ms/hour', 'of one core'], rows);
