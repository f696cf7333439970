import 'reflect-metadata';
import test from 'ava';
import { EventDispatcher } from '../../../../src/events/event-dispatcher.js';
import { DetectorsRunner } from '../../../../src/features/geospatial/detectors/detectors.runner.js';
import { cutFlights } from '../../../../src/features/geospatial/flights/cut-flights.js';
import { SimulatedAircraftPast } from '../../../../src/features/geospatial/past/simulated-aircraft-past.service.js';
import { builtInAirports } from '../../../../src/features/geospatial/reference/airport-list.js';
import { SimulatedAircraft } from '../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import { Airports } from '../../../../src/features/geospatial/tables/airports.service.js';
import { HOUR, MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';

const now = Date.UTC(2026, 10, 21);

test('tracks of the past are on the flown path, without gaps, and their flights have both airports', async (t) => {
  const [world, airports] = [await SimulatedAircraft.create(1), new Airports()];
  const [from, to] = [now - 12 * HOUR, now];
  let [points, flights] = [0, 0];
  for (const { icao24, track } of world.aircraft()) {
    const fixes = [...track(from, to)];
    points += fixes.length;
    for (const { lat, lon, observedAt } of fixes) {
      const state = world.stateOf(icao24, observedAt);
      t.true(state !== undefined && distanceMeters(lat, lon, state.lat, state.lon) < 1);
    }
    const near = airports.near.bind(airports);
    const cut = cutFlights(fixes, { idleMs: 300 * SECOND, openSince: now - 5 * MINUTE, near });
    for (const { origin, destination, departedAt, arrivedAt } of world.flightsOf(icao24, from, to)) {
      if (departedAt < from + MINUTE || arrivedAt > to - 3 * MINUTE) continue;
      flights += 1;
      const flight = cut.find(({ departure }) => Math.abs(departure.at - departedAt) < MINUTE);
      const [start, end] = [flight?.departure.airport?.iata, flight?.arrival?.airport?.iata];
      t.deepEqual([start, end, flight?.warnings.includes('gaps')], [origin, destination, false]);
      t.true(Math.abs((flight?.arrival?.at ?? 0) - arrivedAt) < MINUTE);
    }
  }
  t.log({ points, flights });
  t.true(flights > 200);
  t.true(points < 400 * 12 * 15);
});

test('at the first start aircraft have flights and movements, and holds are published once', async (t) => {
  const { services, clock, ...service } = await serviceFor(t);
  const [world, runner] = [await SimulatedAircraft.create(1), services.get(DetectorsRunner)];
  await runner.start();
  t.teardown(() => runner.stop());
  const ada = await service.signedIn();
  const past = services.get(SimulatedAircraftPast);
  const add = async () => {
    await past.add(world.aircraft(), (holdings) => runner.adopt(holdings), new AbortController().signal);
    await past.settle();
    await runner.settle();
    await services.get(EventDispatcher).settle();
  };
  const list = async (path: string) => {
    const { status, json } = await ada.get(path);
    t.is(status, 200, JSON.stringify(json));
    return json.items as Array<Record<string, unknown>>;
  };
  await add();
  const [from, to] = [clock.now() - 6 * HOUR, clock.now()];
  const landed = world
    .aircraft()
    .flatMap((one) => world.flightsOf(one.icao24, from, to).map((flight) => ({ ...one, ...flight })))
    .find(({ departedAt, arrivedAt }) => departedAt > from && arrivedAt < to - HOUR);
  const icao24 = (landed?.icao24 ?? 0).toString(16).padStart(6, '0');
  const flights = await list(`/geospatial/aircraft/${icao24}/flights`);
  const isLanded = ({ departure, arrival }: Record<string, unknown>) =>
    (departure as { airport: { iata: string } }).airport?.iata === landed?.origin &&
    (arrival as { airport: { iata: string } })?.airport?.iata === landed?.destination;
  t.true(flights.some(isLanded));
  const icao = [...builtInAirports()].find(({ iata }) => iata === landed?.destination)?.icao;
  const movements = await list(`/geospatial/airports/${icao}/movements?kind=arrival`);
  t.true(movements.some((movement) => movement.icao24 === icao24));
  const parked = world.aircraft().find((one) => one.parked(clock.now()) !== undefined);
  const stored = await ada.get(`/geospatial/aircraft/${(parked?.icao24 ?? 0).toString(16).padStart(6, '0')}/flights`);
  t.regex(stored.json.items[0].registration, /./);
  const started = await list('/timeline?type=holding.started&limit=200');
  const ended = await list('/timeline?type=holding.ended&limit=200');
  t.true(started.length > 10, `${started.length}`);
  t.true(ended.length > 10 && ended.length <= started.length);
  t.true(started.every(({ data }) => (data as { simulated: boolean }).simulated));
  await add();
  t.deepEqual(await list('/timeline?type=holding.started&limit=200'), started);
  t.deepEqual(await list('/timeline?type=holding.ended&limit=200'), ended);
  t.deepEqual(await list(`/geospatial/aircraft/${icao24}/flights`), flights);
});
