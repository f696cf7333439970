// The time in which the flights of a day of one aircraft, and a page of movements at an airport, are derived from
// stored tracks, and the routes of live aircraft are compared with them: 8 flights a day of each aircraft, one point a
// minute, all at one airport.
import 'reflect-metadata';
import { AircraftDto } from '../../../src/features/geospatial/aircraft/aircraft.dto.js';
import { FlightDto, MovementDto } from '../../../src/features/geospatial/flights/flight.dto.js';
import { Flights } from '../../../src/features/geospatial/flights/flights.service.js';
import { LiveRoutes } from '../../../src/features/geospatial/flights/live-routes.service.js';
import { Movements } from '../../../src/features/geospatial/flights/movements.service.js';
import { TrackRepository } from '../../../src/features/geospatial/history/track.repository.js';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import { loadRoutes } from '../../../test/features/geospatial/flights/load-routes.js';
import { DUBLIN, flightBetween, LONDON } from '../../../test/features/geospatial/flights/one-flight.js';
import { startTestServer } from '../../../test/support/test-server.js';
import { startTestService } from '../../../test/support/test-service.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rounds, aircraft } = sizesOf({ usual: { rounds: 30, aircraft: 60 }, smoke: { rounds: 2, aircraft: 3 } });
const [FIRST, HOUR, MINUTE] = [0x4ca000, 3_600_000, 60_000];

const server = await startTestServer(process.env.TEST_DATABASE_URL);
Object.assign(process.env, { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: server.template });
const service = await startTestService({ env: { SVC_ROUTE_TABLES: 'standingdata' } });
const now = service.clock.now();
const tracks = service.services.get(TrackRepository);
for (let key = FIRST; key < FIRST + aircraft; key += 1) {
  for (let turn = 0; turn < 8; turn += 1) {
    const start = now - 24 * HOUR + turn * 3 * HOUR + (key - FIRST) * MINUTE;
    const ends = turn % 2 === 0 ? ([DUBLIN, LONDON] as const) : ([LONDON, DUBLIN] as const);
    const points = flightBetween(...ends, { start, minutes: 120 });
    await tracks.write(points.map((point) => ({ ...point, layer: 'aircraft' as const, key })));
  }
}
await loadRoutes(service, Buffer.from('callsign,airports\nEIN152,EIDW-EGLL\n'));
const live = service.services.get(LiveState);
for (let key = FIRST; key < FIRST + aircraft; key += 1) {
  const place = { lat: 52.4, lon: -3.3, altitudeFeet: 36_000, groundSpeedKnots: 290 };
  live.takeAircraft({ key, provider: 'adsblol', observedAt: now, receivedAt: now, ...place, callsign: 'EIN152' });
}
const routes = service.services.get(LiveRoutes);
const keys = Array.from({ length: Math.min(25, aircraft) }, (_, at) => FIRST + at);
const states = keys.flatMap((key) => live.aircraft.get(key) ?? []);
const [flights, movements] = [service.services.get(Flights), service.services.get(Movements)];
const range = flights.rangeOf({});
const airport = movements.airport('EGLL');
const measured = async (work: () => Promise<number>) => {
  const took: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    found = await work();
    took.push(performance.now() - began);
  }
  return [String(found), median(took).toFixed(2), Math.min(...took).toFixed(2)];
};
printTable(
  ['answer', 'items', 'median ms', 'best ms'],
  [
    [
      'flights of a day of an aircraft',
      ...(await measured(async () => (await flights.list(FIRST, range)).map(FlightDto.from).length)),
    ],
    [
      'a page of movements at an airport',
      ...(await measured(async () => (await movements.list(airport, range, 51)).map(MovementDto.from).length)),
    ],
    [
      'routes of 25 live aircraft, compared with their tracks',
      ...(await measured(async () => {
        await routes.compare(keys);
        return keys.length;
      })),
    ],
    [
      'routes of 25 live aircraft in a list',
      ...(await measured(async () => states.map((one) => AircraftDto.routeMember(routes.of(one))).length)),
    ],
  ],
);
await service.close();
await server.stop();
