import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { LiveRoutesRunner } from '../../../../src/features/geospatial/flights/live-routes.runner.js';
import { LiveRoutes } from '../../../../src/features/geospatial/flights/live-routes.service.js';
import { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { Fix } from '../../../../src/features/geospatial/track-point.js';
import { Log } from '../../../../src/logging/log.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { HOUR, MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import { loadRoutes } from './load-routes.js';
import { DUBLIN, flightBetween, LONDON } from './one-flight.js';

const KEY = 0x4ca2d6;
const TABLE = `callsign,airports
EIN152,EIDW-EGLL
EIN153,EGLL-EIDW
EIN7,KBOS-EIDW-EGLL
EIN8,EIDW-KORD
EIN9,EIDW-XXXX
`;

/** Starts a service with a table of routes and an aircraft in flight from Dublin to London, after 30 of 60 minutes. */
async function world(t: ExecutionContext, { minutes = 30 } = {}) {
  const service = await serviceFor(t, { env: { SVC_ROUTE_TABLES: 'standingdata' } });
  await loadRoutes(service, Buffer.from(TABLE));
  const now = service.clock.now();
  const points = flightBetween(DUBLIN, LONDON, { start: now - minutes * MINUTE }).slice(0, minutes);
  const last = points.at(-1) as Fix;
  const store = (key: number, track: readonly Fix[]) =>
    service.services.get(TrackRepository).write(track.map((point) => ({ ...point, layer: 'aircraft', key })));
  await store(KEY, points);
  const report = (callsign: string, said: object = {}) => {
    service.clock.advance(SECOND);
    const at = { observedAt: service.clock.now(), receivedAt: service.clock.now() };
    const place = { lat: last.lat, lon: last.lon, altitudeFeet: 36_000, groundSpeedKnots: 290 };
    service.services.get(LiveState).takeAircraft({ key: KEY, provider: 'adsblol', ...at, ...place, callsign, ...said });
  };
  const api = await service.signedIn();
  const listed = async (query = '') => (await api.get(`/geospatial/aircraft${query}`)).json.items;
  const routes = service.services.get(LiveRoutes);
  const compareAll = async () => routes.compare(routes.due());
  return { service, store, report, api, listed, routes, compareAll };
}

test('live aircraft have the route of their callsign, first unchecked and then compared with the track', async (t) => {
  const { report, listed, compareAll } = await world(t);
  report('EIN152');
  const [before] = await listed();
  t.like(before.route, { airports: ['EIDW', 'EGLL'], status: 'unchecked', source: 'standingdata' });
  t.deepEqual([before.route.origin.iata, before.route.destination.iata], ['DUB', 'LHR']);
  await compareAll();
  const [after] = await listed();
  t.like(after.route, { status: 'plausible', withdrawnBecause: null });
  report('ABC1');
  t.is((await listed())[0].route, null);
});

test('one aircraft is compared at once, and its GeoJSON has the same route', async (t) => {
  const { report, api } = await world(t);
  report('EIN152');
  t.is((await api.get('/geospatial/aircraft/4ca2d6')).json.route.status, 'plausible');
  const feature = (await api.get('/geospatial/aircraft/4ca2d6?format=geojson')).json;
  t.is(feature.properties.route.status, 'plausible');
  const collection = (await api.get('/geospatial/aircraft?format=geojson')).json;
  t.is(collection.features[0].properties.route.status, 'plausible');
});

test('a route in the wrong direction is withdrawn by the track, and one far away by the position alone', async (t) => {
  const { report, listed, compareAll } = await world(t);
  report('EIN153');
  t.is((await listed())[0].route.status, 'unchecked');
  await compareAll();
  t.like((await listed())[0].route, {
    status: 'withdrawn',
    withdrawnBecause: 'departed_elsewhere',
    origin: null,
    destination: null,
  });
  report('EIN8');
  t.like((await listed())[0].route, { status: 'unchecked' });
  report('EIN8', { lat: 40, lon: 10 });
  t.like((await listed())[0].route, { status: 'withdrawn', withdrawnBecause: 'off_route' });
});

test('the comparison of an earlier callsign does not count for a new one', async (t) => {
  const { report, listed, compareAll } = await world(t);
  report('EIN153');
  await compareAll();
  t.is((await listed())[0].route.status, 'withdrawn');
  report('EIN152');
  t.is((await listed())[0].route.status, 'unchecked');
  await compareAll();
  t.is((await listed())[0].route.status, 'plausible');
});

test('a route of several legs has the leg that fits, and an unknown airport leaves it unchecked', async (t) => {
  const { report, api } = await world(t);
  const one = async () => (await api.get('/geospatial/aircraft/4ca2d6')).json.route;
  report('EIN7');
  const { origin, destination, status } = await one();
  t.deepEqual([origin.icao, destination.icao, status], ['EIDW', 'EGLL', 'plausible']);
  report('EIN9');
  t.like(await one(), { status: 'unchecked', destination: { icao: 'XXXX', name: null } });
});

test('aircraft are filtered by the ends of their route, by ICAO and IATA codes, without withdrawn routes', async (t) => {
  const { report, listed, compareAll } = await world(t);
  const count = async (query: string) => (await listed(`?${query}`)).length;
  report('EIN152');
  t.is(await count('origin=EIDW'), 1);
  t.is(await count('origin=dub&destination=lhr,cdg'), 1);
  t.is(await count('origin=EGLL'), 0);
  t.is(await count('destination=EIDW'), 0);
  report('EIN153');
  t.is(await count('origin=EGLL'), 1);
  await compareAll();
  t.is(await count('origin=EGLL'), 0);
  report('ABC1');
  t.is(await count('origin=EIDW'), 0);
});

test('an aircraft without a position has its listed airports alone', async (t) => {
  const { service, listed, compareAll, report } = await world(t);
  const at = { observedAt: service.clock.now(), receivedAt: service.clock.now() };
  service.services.get(LiveState).takeAircraft({ key: 0x4ca2d7, provider: 'adsblol', ...at, callsign: 'EIN152' });
  report('ABC1');
  await compareAll();
  const route = (await listed())[1].route;
  t.deepEqual([route.airports, route.origin, route.status], [['EIDW', 'EGLL'], null, 'unchecked']);
});

test('due aircraft are those not compared for a minute, and those that are gone are forgotten', async (t) => {
  const { service, report, routes, compareAll } = await world(t);
  report('EIN152');
  t.deepEqual(routes.due(), [KEY]);
  await compareAll();
  t.deepEqual(routes.due(), []);
  service.clock.advance(61 * SECOND);
  t.deepEqual(routes.due(), [KEY]);
  service.clock.advance(HOUR);
  service.services.get(LiveState).expire();
  t.deepEqual(routes.due(), []);
});

test('the runner compares routes in the background, also after a failure, and no more when it is stopped', async (t) => {
  const { service, report, listed, routes } = await world(t);
  report('EIN152');
  const timers = new ManualTimers(service.clock);
  const runner = new LiveRoutesRunner(routes, timers, service.services.get(Log));
  const tracks = service.services.get(TrackRepository);
  const read = tracks.ofObjects.bind(tracks);
  tracks.ofObjects = async () => {
    throw new Error('connection closed');
  };
  await runner.start();
  const next = async () => {
    await timers.advance(MINUTE);
    await runner.settle();
  };
  await next();
  t.is((await listed())[0].route.status, 'unchecked');
  tracks.ofObjects = read;
  await next();
  t.is((await listed())[0].route.status, 'plausible');
  await runner.stop();
  t.is(timers.size, 0);
});

test('an aircraft is returned with its unchecked route while the database fails', async (t) => {
  const { service, report, api } = await world(t);
  report('EIN152');
  await api.get('/geospatial/aircraft/4ca2d7');
  const tracks = service.services.get(TrackRepository);
  tracks.ofObjects = async () => {
    throw new Error('connection closed');
  };
  const { status, json } = await api.get('/geospatial/aircraft/4ca2d6');
  t.deepEqual([status, json.route.status], [200, 'unchecked']);
});
