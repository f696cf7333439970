import 'reflect-metadata';
import test from 'ava';
import { GeoEvents } from '../../../../src/features/geospatial/events/geo-events.service.js';
import type { GeoEventReport } from '../../../../src/features/geospatial/geo-event.js';
import { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { VoyageDto } from '../../../../src/features/geospatial/ports/voyage.dto.js';
import { VoyagesService } from '../../../../src/features/geospatial/ports/voyages.service.js';
import { destination, distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import { isProblem } from '../../../support/is-problem.js';
import { HOUR, serviceFor } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let now: number;

const rotterdam = { port: 'Rotterdam', portLat: 51.9, portLon: 4.4833 };
const hamburg = { port: 'Hamburg', portLat: 53.55, portLon: 9.9333 };
const singapore = { port: 'Singapore', portLat: 1.2833, portLon: 103.85 };
const [SHIP, TWIN, FAST, STILL] = [244_000_001, 244_000_002, 244_000_003, 244_000_004];

type Place = typeof rotterdam;
/** A call from and until some hours ago; it continues without an end. */
const call = (mmsi: number, place: Place, from: number, to?: number): GeoEventReport => ({
  provider: 'detector',
  key: `port_call:${mmsi}:${from}`,
  type: 'port_call',
  title: `MMSI ${mmsi}: port call`,
  severity: 1,
  position: { lat: place.portLat, lon: place.portLon },
  startedAt: new Date(now - from * HOUR),
  endedAt: to === undefined ? null : new Date(now - to * HOUR),
  reportedAt: new Date(now - (to ?? from - 0.2) * HOUR),
  entities: [`vessel:${mmsi}`],
  details: { ...place, vesselName: `SHIP ${mmsi}`, shipTypeCode: 80 },
});
const point = (key: number, hours: number, lat: number, lon: number, speedKnots: number) => ({
  layer: 'vessels' as const,
  key,
  lat,
  lon,
  observedAt: now - hours * HOUR,
  speedKnots,
  courseDegrees: 0,
  altitudeFeet: Number.NaN,
});

test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  now = service.clock.now();
  await service.services
    .get(GeoEvents)
    .report([
      call(SHIP, hamburg, 40, 30),
      call(SHIP, rotterdam, 10, 4),
      call(TWIN, hamburg, 40, 5),
      call(TWIN, rotterdam, 20, 2),
      call(FAST, rotterdam, 40, 30),
      call(FAST, singapore, 28, 20),
      call(FAST, singapore, 10),
      call(STILL, rotterdam, 5),
    ]);
  // North along a meridian for 12 h, one false position, then 8 h at rest 20 km off the destination.
  const roads = destination(51.9, 4.4833, 0, 20_000);
  const sailing = Array.from({ length: 13 }, (_, at) => point(SHIP, 30 - at, 56 - at * 0.25, 4.5, 15));
  const waiting = Array.from({ length: 8 }, (_, at) => point(SHIP, 17 - at, roads.lat, roads.lon, 0));
  const points = [...sailing, point(SHIP, 24.5, 10, 4.5, 15), ...waiting];
  await service.services.get(TrackRepository).write(points);
  service.services.get(LiveState).takeVessel({
    key: SHIP,
    provider: 'ais',
    observedAt: now,
    receivedAt: now,
    station: 'class_a',
    lat: 52,
    lon: 3.9,
    speedKnots: 10,
    navigationStatus: 0,
    destination: 'DE HAM',
    eta: now + 20 * HOUR,
  });
});
test.after.always(() => service.close());

const voyagesOf = async (mmsi: number, query = '') =>
  (await ada.get(`/geospatial/vessels/${mmsi}/voyages${query}`)).json;

test('a voyage has its ports, times, distance without false positions, speed, waiting time and turnaround', async (t) => {
  const { items } = await voyagesOf(SHIP);
  t.is(items.length, 2);
  const { provenance, ...voyage } = items[1];
  t.like(provenance, { provider: 'detector', simulated: false });
  t.like(voyage.origin, { locode: 'DEHAM', name: 'Hamburg' });
  t.like(voyage.destination, { locode: 'NLRTM' });
  t.is(voyage.durationSeconds, 20 * 3_600);
  t.is(voyage.turnaroundSeconds, 6 * 3_600);
  t.is(voyage.waitingSeconds, 7 * 3_600);
  t.deepEqual(voyage.warnings, ['position_jumps']);
  const meters = distanceMeters(56, 4.5, 53, 4.5) + distanceMeters(53, 4.5, 51.9 + 20 / 111.2, 4.4833);
  // The two halves of the hour around the false position are left out.
  t.true(Math.abs(voyage.distanceMeters - (meters - 0.25 * 111_195)) < 2_000, String(voyage.distanceMeters));
  t.true(voyage.trackedFraction > 0.9 && voyage.trackedFraction < 1);
  t.true(voyage.averageSpeedKnots > 9 && voyage.averageSpeedKnots < 12);
  t.is(voyage.reportedDestination, null);
});

test('a vessel at sea has the destination that it reports, with the reported and the estimated arrival', async (t) => {
  const [open] = (await voyagesOf(SHIP)).items;
  t.like(open, {
    destination: null,
    arrivedAt: null,
    isAtSea: true,
    durationSeconds: 4 * 3_600,
    waitingSeconds: null,
  });
  t.like(open.reportedDestination, { text: 'DE HAM', score: 0.95, reasons: ['locode'] });
  t.is(open.reportedDestination.port.locode, 'DEHAM');
  t.is(Date.parse(open.reportedDestination.reportedArrivalAt), now + 20 * HOUR);
  const hours = (Date.parse(open.reportedDestination.estimatedArrivalAt) - now) / HOUR;
  t.true(Math.abs(hours - open.reportedDestination.distanceMeters / 1_852 / 10) < 0.1);
});

test('calls that overlap, as of two vessels with one MMSI, give no voyage between them', async (t) => {
  const { items } = await voyagesOf(TWIN);
  t.deepEqual(
    items.map(({ isAtSea }: { isAtSea: boolean }) => isAtSea),
    [true],
  );
});

test('a voyage that no vessel can have sailed says so, and has no invented distance', async (t) => {
  const { items } = await voyagesOf(FAST);
  t.is(items.length, 2);
  t.like(items[1], { warnings: ['no_track', 'implausible_speed'], distanceMeters: null, averageSpeedKnots: null });
});

test('a vessel in its first port and an unknown vessel have no voyages', async (t) => {
  t.deepEqual((await voyagesOf(STILL)).items, []);
  t.deepEqual((await voyagesOf(999_999_999)).items, []);
});

test('voyages are listed page by page, and by the time of arrival', async (t) => {
  const first = await voyagesOf(SHIP, '?limit=1');
  t.true(first.items[0].isAtSea);
  const second = await voyagesOf(SHIP, `?limit=1&cursor=${first.nextCursor}`);
  t.deepEqual([second.items.length, second.items[0].isAtSea, second.nextCursor], [1, false, null]);
  const at = (hours: number) => new Date(now - hours * HOUR).toISOString();
  t.is((await voyagesOf(SHIP, `?from=${at(9)}`)).items.length, 1);
  t.is((await voyagesOf(SHIP, `?from=${at(10)}`)).items.length, 2);
  t.is((await voyagesOf(SHIP, `?to=${at(10)}`)).items.length, 0);
  t.is((await voyagesOf(SHIP, `?to=${at(9)}`)).items.length, 1);
  isProblem(t, await ada.get(`/geospatial/vessels/${SHIP}/voyages?from=${at(9)}&to=${at(10)}`), 400, 'invalid_request');
});

test('the voyages of a year are one page', async (t) => {
  const { services, clock } = await serviceFor(t);
  const at = clock.now();
  const calls = Array.from({ length: 180 }, (_, index) => {
    const startedAt = new Date(at - (index * 48 + 24) * HOUR);
    const endedAt = new Date(startedAt.getTime() + 12 * HOUR);
    const place = index % 2 === 0 ? rotterdam : hamburg;
    const report = { ...call(SHIP, place, 1), startedAt, endedAt, reportedAt: endedAt, key: `year:${index}` };
    return report;
  });
  await services.get(GeoEvents).report(calls);
  const track = Array.from({ length: 7 * 288 }, (_, index) => {
    return { ...point(SHIP, 0, 52 + (index % 20) / 100, 4.5, 10), observedAt: at - index * 300_000 };
  });
  await services.get(TrackRepository).write(track);
  const voyages = services.get(VoyagesService);
  const read = async () => (await voyages.list(SHIP, {}, 200)).map(VoyageDto.from);
  t.is((await read()).length, 180);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 20; run += 1) {
    const start = performance.now();
    await read();
    best = Math.min(best, performance.now() - start);
  }
  t.log({ bestMs: Math.round(best * 10) / 10 });
});
