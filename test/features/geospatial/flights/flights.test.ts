import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import type { Aircraft } from '../../../../src/features/geospatial/aircraft.js';
import { CallsignRepository } from '../../../../src/features/geospatial/history/objects/callsign.repository.js';
import { CallsignKeeper } from '../../../../src/features/geospatial/history/objects/callsign-keeper.js';
import { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { readTable } from '../../../../src/features/geospatial/tables/read-tables.js';
import { ReferenceTableRepository } from '../../../../src/features/geospatial/tables/reference-table.repository.js';
import { ReferenceTablesRunner } from '../../../../src/features/geospatial/tables/reference-tables.runner.js';
import type { Fix } from '../../../../src/features/geospatial/track-point.js';
import { isProblem } from '../../../support/is-problem.js';
import { DAY, HOUR, MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import { loadRoutes } from './load-routes.js';
import { DUBLIN, flightBetween, LONDON } from './one-flight.js';

const KEY = 0x4ca2d6;

/** Starts a service with the tracks of aircraft that fly between Dublin and London. */
async function world(t: ExecutionContext, env: Record<string, string> = {}) {
  const service = await serviceFor(t, { env });
  const now = service.clock.now();
  const store = (key: number, points: readonly Fix[]) =>
    service.services.get(TrackRepository).write(points.map((point) => ({ ...point, layer: 'aircraft', key })));
  const report = (said: object) =>
    service.services.get(LiveState).takeAircraft({
      key: KEY,
      provider: 'adsblol',
      observedAt: service.clock.now(),
      receivedAt: service.clock.now(),
      ...said,
    });
  const api = await service.signedIn();
  return { service, now, store, report, api };
}

interface Ends {
  departure: { airport: { icao: string } | null };
  arrival: { airport: { icao: string } | null } | null;
}
const legs = ({ json }: { json: { items: Ends[] } }) =>
  json.items.map(({ departure, arrival }) => [departure.airport?.icao, arrival?.airport?.icao]);

test('flights of an aircraft are listed latest first, with airports, reasons and the source', async (t) => {
  const { now, store, report, api } = await world(t);
  const start = now - 5 * HOUR;
  await store(KEY, flightBetween(DUBLIN, LONDON, { start }));
  await store(KEY, flightBetween(LONDON, DUBLIN, { start: start + 2 * HOUR }));
  report({ ...DUBLIN, callsign: 'EIN123', registration: 'EI-DEO', onGround: true, groundSpeedKnots: 5 });
  const all = await api.get('/geospatial/aircraft/4CA2D6/flights');
  t.deepEqual(legs(all), [
    ['EGLL', 'EIDW'],
    ['EIDW', 'EGLL'],
  ]);
  const [latest] = all.json.items;
  t.like(latest, { icao24: '4ca2d6', callsign: null, registration: 'EI-DEO', isInFlight: false, warnings: [] });
  t.like(latest.departure, { evidence: 'ground', uncertaintySeconds: 60, confidence: 0.97 });
  t.like(latest.departure.airport, { icao: 'EGLL', iata: 'LHR', country: 'GB' });
  t.deepEqual([latest.durationSeconds, latest.maxAltitudeFeet, latest.trackedFraction], [3_540, 36_000, 1]);
  t.like(latest.provenance, { provider: 'adsblol', warnings: [] });
});

test('pages of flights continue after the cursor, and a range selects by overlap', async (t) => {
  const { now, store, api } = await world(t);
  const start = now - 8 * HOUR;
  for (const [turn, from, to] of [
    [0, DUBLIN, LONDON],
    [1, LONDON, DUBLIN],
    [2, DUBLIN, LONDON],
  ] as const)
    await store(KEY, flightBetween(from, to, { start: start + turn * 2 * HOUR }));
  const first = await api.get('/geospatial/aircraft/4ca2d6/flights?limit=2');
  t.is(first.json.items.length, 2);
  const second = await api.get(`/geospatial/aircraft/4ca2d6/flights?limit=2&cursor=${first.json.nextCursor}`);
  t.deepEqual([legs(second), second.json.nextCursor], [[['EIDW', 'EGLL']], null]);
  const time = (ms: number) => new Date(ms).toISOString();
  const during = `from=${time(start + 2.5 * HOUR)}&to=${time(start + 2.6 * HOUR)}`;
  t.deepEqual(legs(await api.get(`/geospatial/aircraft/4ca2d6/flights?${during}`)), [['EGLL', 'EIDW']]);
});

test('an aircraft in flight has no arrival, and the callsign of the flight', async (t) => {
  const { service, now, store, report, api } = await world(t);
  const flown = flightBetween(DUBLIN, LONDON, { start: now - 30 * MINUTE }).slice(0, 30);
  await store(KEY, flown);
  const last = flown.at(-1) as Fix;
  report({ lat: last.lat, lon: last.lon - 0.01, altitudeFeet: 36_000, groundSpeedKnots: 400, callsign: 'EIN123' });
  const [flight] = (await api.get('/geospatial/aircraft/4ca2d6/flights')).json.items;
  t.like(flight, { isInFlight: true, arrival: null, callsign: 'EIN123' });
  t.is(flight.durationSeconds, Math.round((service.clock.now() - (flown[2] as Fix).observedAt) / 1_000));
});

test('flights of simulated aircraft have a warning, and the list of an unknown aircraft is empty', async (t) => {
  const { now, store, report, api } = await world(t);
  await store(KEY, flightBetween(DUBLIN, LONDON, { start: now - 3 * HOUR }));
  report({ ...LONDON, provider: 'simulator', onGround: true });
  const [flight] = (await api.get('/geospatial/aircraft/4ca2d6/flights')).json.items;
  t.is(flight.provenance.provider, 'simulator');
  t.is(flight.provenance.warnings.length, 1);
  t.deepEqual((await api.get('/geospatial/aircraft/4ca2d7/flights')).json.items, []);
  const inverted = await api.get('/geospatial/aircraft/4ca2d6/flights?from=2026-11-02&to=2026-11-01');
  isProblem(t, inverted, 400, 'invalid_request');
  const time = (ms: number) => new Date(ms).toISOString();
  const range = (days: number) => `from=${time(now - days * DAY)}&to=${time(now)}`;
  t.is((await api.get(`/geospatial/aircraft/4ca2d6/flights?${range(7)}`)).status, 200);
  t.is((await api.get(`/geospatial/aircraft/4ca2d6/flights?${range(7.1)}`)).status, 400);
});

test('arrivals and departures at an airport are listed with their flights, and overflights are not', async (t) => {
  const { now, store, api } = await world(t);
  const start = now - 6 * HOUR;
  await store(KEY, flightBetween(DUBLIN, LONDON, { start }));
  await store(KEY, flightBetween(LONDON, DUBLIN, { start: start + 2 * HOUR }));
  await store(KEY + 1, flightBetween(DUBLIN, LONDON, { start: start + 30 * MINUTE }));
  const over = flightBetween({ lat: 51.47, lon: -3 }, { lat: 51.47, lon: 2 }, { start, cruise: 3_500 });
  await store(KEY + 2, over);
  const all = await api.get('/geospatial/airports/egll/movements');
  t.deepEqual(
    all.json.items.map(({ icao24, kind, movedAt }: Record<string, string>) => [
      icao24,
      kind,
      Date.parse(movedAt ?? '') - start,
    ]),
    [
      ['4ca2d6', 'departure', 122 * MINUTE],
      ['4ca2d7', 'arrival', 91 * MINUTE],
      ['4ca2d6', 'arrival', 61 * MINUTE],
    ],
  );
  t.deepEqual(legs(all), [
    ['EGLL', 'EIDW'],
    ['EIDW', 'EGLL'],
    ['EIDW', 'EGLL'],
  ]);
  t.deepEqual(legs(await api.get('/geospatial/airports/EGLL/movements?kind=departure')), [['EGLL', 'EIDW']]);
  const first = await api.get('/geospatial/airports/EGLL/movements?limit=1');
  const second = await api.get(`/geospatial/airports/EGLL/movements?limit=1&cursor=${first.json.nextCursor}`);
  const third = await api.get(`/geospatial/airports/EGLL/movements?limit=1&cursor=${second.json.nextCursor}`);
  t.deepEqual(
    [first, second, third].map(({ json }) => json.items[0].movedAt),
    all.json.items.map(({ movedAt }: { movedAt: string }) => movedAt),
  );
  t.is(third.json.nextCursor, null);
});

test('an airport that no table has is a 404, and one of a configured table is known', async (t) => {
  const { service, now, store, api } = await world(t, { SVC_AIRPORT_TABLES: 'ourairports' });
  isProblem(t, await api.get('/geospatial/airports/EIME/movements'), 404, 'not_found');
  const table = readTable('airports', readFileSync('test/fixtures/geo/tables/ourairports.csv'));
  await service.services.get(ReferenceTableRepository).store('airports:ourairports', 'airports', table, {});
  await service.services.get(ReferenceTablesRunner).load();
  await store(KEY, flightBetween({ lat: 53.3, lon: -6.45 }, LONDON, { start: now - 3 * HOUR }));
  const { json } = await api.get('/geospatial/airports/EIME/movements');
  t.deepEqual(json.items[0].departure.airport, { icao: 'EIME', iata: null, name: 'Casement Air Base', country: 'IE' });
});

test('pages of movements are the whole list, with short and long flights and visits at the borders of reads', async (t) => {
  const { now, store, api } = await world(t);
  const expected: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    // Flights of one to nine hours, so that some are longer than the part of the track that is read first.
    const minutes = 60 + index * 40;
    const start = now - 23 * HOUR + index * 61 * MINUTE;
    await store(KEY + index, flightBetween(DUBLIN, LONDON, { start, minutes }));
    expected.push(`${(KEY + index).toString(16)} EIDW EGLL`);
  }
  const read = async (limit: number) => {
    const items: Array<Ends & { icao24: string; movedAt: string }> = [];
    for (let cursor = ''; ; ) {
      const { json } = await api.get(`/geospatial/airports/EGLL/movements?limit=${limit}${cursor}`);
      items.push(...json.items);
      if (json.nextCursor === null) return items;
      cursor = `&cursor=${json.nextCursor}`;
    }
  };
  const all = await read(100);
  const described = all.map(
    ({ icao24, departure, arrival }) => `${icao24} ${departure.airport?.icao} ${arrival?.airport?.icao}`,
  );
  t.deepEqual([...described].sort(), expected.sort());
  t.deepEqual(
    all.map(({ movedAt }) => movedAt),
    all
      .map(({ movedAt }) => movedAt)
      .toSorted()
      .reverse(),
  );
  for (const limit of [1, 5]) t.deepEqual(await read(limit), all);
});

const recordedRoutes = readFileSync('test/fixtures/geo/tables/standing-data-routes.csv');

test('flights have the callsigns reported during them, and the routes that the table lists for them', async (t) => {
  const { service, now, store, api } = await world(t, { SVC_ROUTE_TABLES: 'standingdata' });
  await loadRoutes(service, recordedRoutes);
  const start = now - 7 * HOUR;
  await store(KEY, flightBetween(DUBLIN, LONDON, { start }));
  await store(KEY, flightBetween(LONDON, DUBLIN, { start: start + 2 * HOUR }));
  await store(KEY, flightBetween(DUBLIN, LONDON, { start: start + 4 * HOUR }));
  const since = (hours: number) => start + hours * HOUR - 10 * MINUTE;
  await service.services.get(CallsignRepository).add([
    { key: KEY, since: since(0), callsign: 'EIN152' },
    { key: KEY, since: since(2), callsign: 'EIN16N' },
    { key: KEY, since: since(4), callsign: 'EIN123' },
  ]);
  const { json } = await api.get('/geospatial/aircraft/4ca2d6/flights');
  const [wrong, unlisted, right] = json.items;
  t.like(right, { callsign: 'EIN152', route: { status: 'confirmed', withdrawnBecause: null, source: 'standingdata' } });
  t.deepEqual([right.route.origin.iata, right.route.destination.icao], ['DUB', 'EGLL']);
  t.like(unlisted, { callsign: 'EIN16N', route: null });
  t.like(wrong, { callsign: 'EIN123' });
  t.deepEqual(wrong.route, {
    airports: ['EIDW', 'KORD'],
    origin: null,
    destination: null,
    status: 'withdrawn',
    withdrawnBecause: 'landed_elsewhere',
    source: 'standingdata',
  });
  const movements = await api.get('/geospatial/airports/EGLL/movements?kind=arrival');
  t.deepEqual(
    movements.json.items.map(({ callsign, route }: Labelled) => [callsign, route?.status]),
    [
      ['EIN123', 'withdrawn'],
      ['EIN152', 'confirmed'],
    ],
  );
});

interface Labelled {
  callsign: string;
  route: { status: string } | null;
}

test('callsigns are stored when they change and once a day, and empty while the aircraft reports no callsign', async (t) => {
  const { service, report } = await world(t);
  const [keeper, live] = [service.services.get(CallsignKeeper), service.services.get(LiveState)];
  const keep = async (callsign: string | null, ms: number) => {
    service.clock.advance(ms);
    report({ ...DUBLIN, ...(callsign !== null && { callsign }) });
    const state = live.aircraft.get(KEY);
    await keeper.keep(state === undefined ? [] : [{ ...state, callsign: callsign ?? '' }]);
  };
  const start = service.clock.now();
  await keep('EIN152', 0);
  await keep('EIN152', 23 * HOUR);
  await keep('EIN152', HOUR);
  await keep('EIN153', MINUTE);
  await keep(null, MINUTE);
  const range = { from: start, to: start + 2 * DAY };
  const stored = await service.services.get(CallsignRepository).ofMany([KEY], range);
  t.deepEqual(
    stored.get(KEY)?.map(({ since, callsign }) => [(since - start) / MINUTE, callsign]),
    [
      [0, 'EIN152'],
      [24 * 60, 'EIN152'],
      [24 * 60 + 1, 'EIN153'],
      [24 * 60 + 2, ''],
    ],
  );
  // Another process that keeps the same callsign stores nothing.
  const state = live.aircraft.get(KEY) as Aircraft;
  await new CallsignKeeper(live, service.services.get(CallsignRepository)).keep([{ ...state, callsign: '' }]);
  t.is((await service.services.get(CallsignRepository).ofMany([KEY], range)).get(KEY)?.length, 4);
});

test('routes of the simulator are for simulated aircraft alone', async (t) => {
  const { service, now, store, report, api } = await world(t, {
    SVC_ADSB_SOURCES: 'simulator',
    SVC_ROUTE_TABLES: 'standingdata',
  });
  const repository = service.services.get(ReferenceTableRepository);
  await repository.store(
    'routes:simulator',
    'routes',
    readTable('routes', Buffer.from('callsign,airports\nXIE1,EIDW-EGLL')),
    {},
  );
  await loadRoutes(service, Buffer.from('callsign,airports\nEIN152,EIDW-EGLL'));
  await store(KEY, flightBetween(DUBLIN, LONDON, { start: now - 30 * MINUTE }).slice(0, 30));
  const routeOf = async (provider: string, callsign: string) => {
    service.clock.advance(SECOND);
    report({ lat: 52.5, lon: -3.4, altitudeFeet: 36_000, groundSpeedKnots: 400, provider, callsign });
    const { json } = await api.get('/geospatial/aircraft/4ca2d6/flights');
    return [json.items[0].callsign, json.items[0].route?.source];
  };
  t.deepEqual(await routeOf('adsblol', 'XIE1'), ['XIE1', undefined]);
  t.deepEqual(await routeOf('adsblol', 'EIN152'), ['EIN152', 'standingdata']);
  t.deepEqual(await routeOf('simulator', 'EIN152'), ['EIN152', undefined]);
  t.deepEqual(await routeOf('simulator', 'XIE1'), ['XIE1', 'simulator']);
});
