// The time in which receptions are counted, and in which the coverage of an area is returned: two feeds that receive
// half of the cells of the box each, in every hour of eight days.
import 'reflect-metadata';
import { ReceptionCounter } from '../../../src/features/geospatial/reception/reception-counter.js';
import { ReceptionWriterRunner } from '../../../src/features/geospatial/reception/reception-writer.runner.js';
import { startTestServer } from '../../../test/support/test-server.js';
import { startTestService } from '../../../test/support/test-service.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rounds, hours, side, reports } = sizesOf({
  usual: { rounds: 10, hours: 192, side: 40, reports: 2_000_000 },
  smoke: { rounds: 2, hours: 4, side: 4, reports: 10_000 },
});
const HOUR = 3_600_000;
const FEEDS = ['ais.tcp', 'ais.tcp.2'];

const server = await startTestServer(process.env.TEST_DATABASE_URL);
Object.assign(process.env, { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: server.template });
const service = await startTestService();
const { clock, services } = service;
const [counter, writer] = [services.get(ReceptionCounter), services.get(ReceptionWriterRunner)];
const count = (feed: string, lat: number, lon: number) => {
  const now = clock.now();
  counter.count(feed, 'vessels', { lat, lon, observedAt: now, receivedAt: now, provider: 'ais' });
};
const rows: string[][] = [];
const began = performance.now();
for (let index = 0; index < reports; index += 1) count('bench', 40 + (index % 200) / 10, (index % 300) / 10);
rows.push(['counting a report (µs)', '', (((performance.now() - began) * 1_000) / reports).toFixed(2), '']);
counter.take();
for (let hour = 0; hour < hours; hour += 1) {
  for (const [at, feed] of FEEDS.entries())
    for (let cell = at; cell < side * side; cell += 2)
      count(feed, 40 + Math.floor(cell / side) / 2, (cell % side) / 2 - 10);
  await writer.settle();
  clock.advance(HOUR);
}
const api = await service.signedIn();
const bbox = [-10, 40, side / 2 - 10, 40 + side / 2];
const measured = async (name: string, from: Date, hourly: boolean) => {
  const took: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const { json } = await api.get(`/geospatial/coverage?bbox=${bbox}&from=${from.toISOString()}&hourly=${hourly}`);
    took.push(performance.now() - start);
    found = json.items.length;
  }
  rows.push([name, String(found), median(took).toFixed(1), Math.min(...took).toFixed(1)]);
};
await measured('coverage of a day (ms)', new Date(clock.now() - 24 * HOUR), false);
await measured('coverage of a week, hourly (ms)', new Date(clock.now() - Math.min(hours, 168) * HOUR), true);
printTable(['answer', 'cells', 'median', 'best'], rows);
await service.close();
await server.stop();
