// The time in which the voyages of a year of one vessel are read from the database: 180 port calls, and tracks of a
// week.
import 'reflect-metadata';
import { GeoEvents } from '../../../src/features/geospatial/events/geo-events.service.js';
import { TrackRepository } from '../../../src/features/geospatial/history/track.repository.js';
import { VoyageDto } from '../../../src/features/geospatial/ports/voyage.dto.js';
import { VoyagesService } from '../../../src/features/geospatial/ports/voyages.service.js';
import { startTestServer } from '../../../test/support/test-server.js';
import { startTestService } from '../../../test/support/test-service.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rounds, calls: CALLS } = sizesOf({ usual: { rounds: 50, calls: 180 }, smoke: { rounds: 2, calls: 20 } });
const [VESSEL, HOUR, POINTS] = [244_000_001, 3_600_000, 7 * 288];
const places = [
  { port: 'Rotterdam', portLat: 51.9, portLon: 4.4833 },
  { port: 'Hamburg', portLat: 53.55, portLon: 9.9333 },
];

const server = await startTestServer(process.env.TEST_DATABASE_URL);
Object.assign(process.env, { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: server.template });
const service = await startTestService();
const now = service.clock.now();
await service.services.get(GeoEvents).report(
  Array.from({ length: CALLS }, (_, index) => {
    const startedAt = new Date(now - (index * 48 + 24) * HOUR);
    const endedAt = new Date(startedAt.getTime() + 12 * HOUR);
    const place = places[index % 2] as (typeof places)[0];
    return {
      provider: 'detector',
      key: `port_call:${index}`,
      type: 'port_call' as const,
      title: 'port call',
      severity: 1,
      position: { lat: place.portLat, lon: place.portLon },
      startedAt,
      endedAt,
      reportedAt: endedAt,
      entities: [`vessel:${VESSEL}`],
      details: place,
    };
  }),
);
await service.services.get(TrackRepository).write(
  Array.from({ length: POINTS }, (_, index) => ({
    layer: 'vessels' as const,
    key: VESSEL,
    lat: 52 + (index % 20) / 100,
    lon: 4.5,
    observedAt: now - index * 300_000,
    speedKnots: 10,
    courseDegrees: 0,
    altitudeFeet: Number.NaN,
  })),
);
const voyages = service.services.get(VoyagesService);
const took: number[] = [];
let found = 0;
for (let round = 0; round < rounds; round += 1) {
  const began = performance.now();
  found = (await voyages.list(VESSEL, {}, 200)).map(VoyageDto.from).length;
  took.push(performance.now() - began);
}
printTable(
  ['voyages', 'median ms', 'best ms'],
  [[String(found), median(took).toFixed(1), Math.min(...took).toFixed(1)]],
);
await service.close();
await server.stop();
