// The time in which the flights of a day of one aircraft, and a page of movements at an airport, are derived from
// stored tracks: 8 flights a day of each aircraft, one point a minute, all at one airport.
import 'reflect-metadata';
import { FlightDto, MovementDto } from '../../../src/features/geospatial/flights/flight.dto.js';
import { Flights } from '../../../src/features/geospatial/flights/flights.service.js';
import { Movements } from '../../../src/features/geospatial/flights/movements.service.js';
import { TrackRepository } from '../../../src/features/geospatial/history/track.repository.js';
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
const service = await startTestService();
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
  return [String(found), median(took).toFixed(1), Math.min(...took).toFixed(1)];
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
  ],
);
await service.close();
await server.stop();
