import 'reflect-metadata';
import test from 'ava';
import type { GeoEventReport } from '../../../../src/features/geospatial/geo-event.js';
import type { AircraftReport, VesselReport } from '../../../../src/features/geospatial/observation.js';
import { builtInAirports } from '../../../../src/features/geospatial/reference/airport-list.js';
import type { ReadTable } from '../../../../src/features/geospatial/reference-table.js';
import { SimulatedAircraft } from '../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { aircraftSource, eventSource, shipSource } from '../../../../src/features/geospatial/simulator/sources.js';
import type { GeoSourceParts, SourceMaker } from '../../../../src/features/geospatial/source-parts.js';
import type { FeedSource } from '../../../../src/upstream/feed-source.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { until } from '../../../support/upstream-for.js';

/** Starts a simulator source. Returns it after it has reported everything once; only the test advances its clock. */
async function running(maker: SourceMaker) {
  const clock = new ManualClock(Date.UTC(2026, 10, 21));
  const timers = new ManualTimers(clock);
  const [vessels, aircraft, events]: [VesselReport[], AircraftReport[], GeoEventReport[]] = [[], [], []];
  const sink = {
    takeVessel: (report: VesselReport) => vessels.push(report) > 0,
    takeAircraft: (report: AircraftReport) => aircraft.push(report) > 0,
  };
  const tables: unknown[] = [];
  const store = {
    report: async (reports: readonly GeoEventReport[]) => events.push(...reports),
  };
  const source = maker('simulator', {
    seed: 1,
    clock,
    timers,
    sink,
    events: store,
    takeWorld: async () => {},
    takeFlights: async () => {},
    tables: { store: async (name: string, _: string, table: ReadTable) => void tables.push([name, table.records]) },
  } as unknown as GeoSourceParts) as FeedSource;
  const abort = new AbortController();
  const accepted: number[] = [];
  const first = Promise.withResolvers<void>();
  const count = (records: number) => {
    accepted.push(records);
    first.resolve();
  };
  const ended = source.run({ signal: abort.signal, accepted: count, skipped: () => {} });
  await Promise.race([first.promise, ended]);
  return { source, clock, timers, vessels, aircraft, events, tables, abort, accepted, ended };
}

test('a simulator source is configured by its own line only and has its own name', (t) => {
  const parts = {} as GeoSourceParts;
  for (const maker of [shipSource, aircraftSource, eventSource]) t.is(maker('simulators', parts), undefined);
  t.deepEqual(
    [shipSource, aircraftSource, eventSource].map((maker) => maker('simulator', parts)?.feed),
    ['ais.simulator', 'adsb.simulator', 'events.simulator'],
  );
});

test('at the start every vessel is reported with its static data, later only those that are due, until the source is stopped', async (t) => {
  const { clock, timers, vessels, abort, ended, accepted } = await running(shipSource);
  t.true(vessels.length > 590);
  t.true(vessels.every(({ name, lat }) => name !== undefined && lat !== undefined));
  const first = vessels.length;
  await timers.advance(60_000);
  const later = vessels.slice(first);
  t.true(later.length > 600 && later.length < 2_500);
  t.true(later.every(({ observedAt, receivedAt }) => observedAt <= receivedAt && receivedAt <= clock.now()));
  t.is(accepted.length, 61);
  abort.abort();
  await ended;
  t.is(timers.size, 0);
});

test('after the machine was suspended all objects are reported again instead of the missed reports', async (t) => {
  const { clock, timers, aircraft, abort, ended } = await running(aircraftSource);
  const first = aircraft.length;
  clock.advance(3_600_000);
  await timers.advance(1_000);
  t.true(aircraft.length - first > 250 && aircraft.length - first < 800);
  abort.abort();
  await ended;
});

test('an event is reported once, and again when it has changed', async (t) => {
  const { timers, events, abort, ended } = await running(eventSource);
  await timers.advance(1);
  t.true(events.length > 20);
  await timers.advance(12 * 3_600_000);
  const announced = events.map(({ key, reportedAt }) => `${key} ${reportedAt.toISOString()}`);
  t.is(new Set(announced).size, announced.length);
  t.true(new Set(events.map(({ key }) => key)).size < announced.length);
  abort.abort();
  await ended;
  t.is(timers.size, 0);
});

test('missed reports of up to 15 seconds are sent late; after a longer pause all vessels are reported', async (t) => {
  const { clock, timers, vessels, accepted, abort, ended } = await running(shipSource);
  const all = vessels.length;
  const reportedAfter = async (seconds: number) => {
    const [before, turns] = [vessels.length, accepted.length];
    await until(() => timers.size > 0);
    clock.advance(seconds * 1_000);
    await timers.advance(0);
    await until(() => accepted.length > turns);
    return new Set(vessels.slice(before).flatMap(({ key, name }) => (name === undefined ? [] : [key]))).size;
  };
  t.true((await reportedAfter(15)) < all / 2, 'static data is sent every few minutes');
  t.is(await reportedAfter(16), all);
  abort.abort();
  await ended;
});

test('the simulator lists the routes of its flights, one in thirty as that of another flight', async (t) => {
  const { tables, abort, ended } = await running(aircraftSource);
  abort.abort();
  await ended;
  const world = await SimulatedAircraft.create(1);
  const rows = world.routes().split('\n').slice(1);
  const airports = new Map(builtInAirports().map(({ iata, icao }) => [iata, icao]));
  const flown = new Set(
    world.addresses.flatMap((address) =>
      world
        .flightsOf(address, Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 8))
        .map(({ origin, destination }) => `${airports.get(origin)}-${airports.get(destination)}`),
    ),
  );
  t.is(rows.length, 2_400);
  t.true(rows.every((row) => flown.has(row.split(',')[1] ?? '')));
  const [[name, records]] = tables as [[string, number]];
  t.is(name, 'routes:simulator');
  t.true(records > 2_000 && records <= rows.length, String(records));
});
