// The cost of the simulator: CPU for an hour of its reports, as a fraction of one core, the time to make its world, and
// the time to compute and store the past of its aircraft at the first start (without the CPU of the database).
import 'reflect-metadata';
import { Database } from '../../../src/database/database.js';
import { SimulatedAircraftPast } from '../../../src/features/geospatial/past/simulated-aircraft-past.service.js';
import { SimulatedAircraft } from '../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { SimulatedShips } from '../../../src/features/geospatial/simulator/simulated-ships.js';
import { startTestServer } from '../../../test/support/test-server.js';
import { startTestService } from '../../../test/support/test-service.js';
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

const server = await startTestServer(process.env.TEST_DATABASE_URL);
Object.assign(process.env, { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: server.template });
const pasts: (string | number)[][] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const service = await startTestService();
  const past = service.services.get(SimulatedAircraftPast);
  const world = await SimulatedAircraft.create(1);
  let holdings = 0;
  let waitedMs = 0;
  const began = performance.now();
  const usedMs = await cpuMs(async () => {
    await past.add(
      world.aircraft(),
      (found) => {
        holdings += found.length;
      },
      new AbortController().signal,
    );
    waitedMs = performance.now() - began;
    await past.settle();
  });
  const { rows: counted } = await service.services
    .get(Database)
    .query<{ count: number }>('select count(*)::int4 from track_points');
  pasts.push(
    [round + 1, counted[0]?.count ?? 0, holdings, waitedMs, performance.now() - began, usedMs].map(Math.round),
  );
  await service.close();
}
printTable(['past, round', 'points', 'holdings', 'before live ms', 'stored after ms', 'CPU-ms'], pasts);
await server.stop();
