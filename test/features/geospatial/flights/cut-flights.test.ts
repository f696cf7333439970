import test from 'ava';
import { cutFlights } from '../../../../src/features/geospatial/flights/cut-flights.js';
import type { Airport } from '../../../../src/features/geospatial/reference/airport-list.js';
import { destination } from '../../../../src/features/geospatial/sphere.js';
import { Airports } from '../../../../src/features/geospatial/tables/airports.service.js';
import type { Fix } from '../../../../src/features/geospatial/track-point.js';
import { MINUTE } from '../../../support/service-for.js';
import { cut, IDLE } from './labelled-runs.js';
import { DUBLIN, flightBetween, LONDON, START } from './one-flight.js';

const outline = (points: readonly Fix[], now?: number) =>
  cut(points, now).map(({ departure, arrival, warnings }) => [
    `${departure.airport?.icao ?? '-'} ${departure.evidence}`,
    arrival && `${arrival.airport?.icao ?? '-'} ${arrival.evidence}`,
    warnings,
  ]);

const flight = flightBetween(DUBLIN, LONDON);
const whole = ['EIDW ground', 'EGLL ground', []];

test('a flight is from the first to the last position between reports on the ground', (t) => {
  const [one] = cut(flight);
  t.deepEqual(outline(flight), [whole]);
  t.deepEqual([one?.departure.at, one?.arrival?.at], [START + 2 * MINUTE, START + 61 * MINUTE]);
  t.deepEqual([one?.departure.uncertaintyMs, one?.maxAltitudeFeet], [MINUTE, 36_000]);
  t.true((one?.departure.confidence ?? 0) > 0.9);
  t.true(Math.abs((one?.meters ?? 0) - 448_000) < 10_000);
});

test('there and back are two flights, also when the stop itself is not received', (t) => {
  const back = flightBetween(LONDON, DUBLIN, { start: START + 120 * MINUTE });
  t.deepEqual(outline([...flight, ...back]), [whole, ['EGLL ground', 'EIDW ground', []]]);
  const airborne = [...flight, ...back].filter(({ altitudeFeet }) => altitudeFeet > 1_500);
  t.deepEqual(outline(airborne), [
    ['EIDW low', 'EGLL low', []],
    ['EGLL low', 'EIDW low', []],
  ]);
});

test('an aircraft that is first and last received in flight has unknown ends, without a guess', (t) => {
  const cruise = flight.filter(({ altitudeFeet }) => altitudeFeet >= 30_000);
  t.deepEqual(outline(cruise), [['- in_flight', '- in_flight', []]]);
  t.deepEqual(cut(cruise)[0]?.departure.confidence, 0);
});

test('a long gap in cruise does not end a flight if the aircraft covered the distance', (t) => {
  const gapped = flight.filter((_, minute) => minute < 15 || minute > 42);
  t.deepEqual(outline(gapped), [['EIDW ground', 'EGLL ground', ['gaps']]]);
});

test('a flight is open while the aircraft reports in flight', (t) => {
  const now = START + 30 * MINUTE;
  const flown = flight.filter(({ observedAt }) => observedAt <= now);
  t.deepEqual(outline(flown, now), [['EIDW ground', undefined, []]]);
  t.deepEqual(outline(flown, now + 60 * MINUTE), [['EIDW ground', '- in_flight', []]]);
});

test('a landing at a place that no table has states the place and no airport', (t) => {
  const field = { lat: 52.9, lon: -3.1 };
  const [one] = cut(flightBetween(DUBLIN, field, { minutes: 30 }));
  t.deepEqual([one?.arrival?.evidence, one?.arrival?.airport, one?.arrival?.confidence], ['ground', undefined, 0]);
});

test('false altitudes of single positions do not land the aircraft, and are stated', (t) => {
  const swapped = flight.map((fix, minute) => (minute === 25 || minute === 40 ? { ...fix, altitudeFeet: 100 } : fix));
  t.deepEqual(outline(swapped), [['EIDW ground', 'EGLL ground', ['altitude_jumps']]]);
});

test('two aircraft with one address are two flights with a warning and less certainty', (t) => {
  const other = flightBetween({ lat: 40.69, lon: -74.17 }, { lat: 41.98, lon: -87.9 }, { start: START + 5 * MINUTE });
  const shared = [...flight, ...other].sort((one, next) => one.observedAt - next.observedAt);
  t.deepEqual(outline(shared), [
    ['EIDW ground', 'EGLL ground', ['several_aircraft']],
    ['KEWR ground', 'KORD ground', ['several_aircraft']],
  ]);
  t.true(cut(shared).every(({ departure }) => departure.confidence < 0.5));
});

test('circles of a jammed receiver are left out, whether they replace the positions or alternate with them', (t) => {
  const circle = (minute: number) => destination(34, 36, (minute * 40) % 360, 5_000);
  const replaced = flight.map((fix, minute) => (minute >= 20 && minute < 40 ? { ...fix, ...circle(minute) } : fix));
  t.deepEqual(outline(replaced), [['EIDW ground', 'EGLL ground', ['gaps', 'position_jumps']]]);
  const alternating = flight.flatMap((fix, minute) =>
    minute >= 20 && minute < 40 ? [fix, { ...fix, ...circle(minute), observedAt: fix.observedAt + MINUTE / 2 }] : [fix],
  );
  t.deepEqual(outline(alternating), [['EIDW ground', 'EGLL ground', ['position_jumps']]]);
});

test('a single false position is left out and stated', (t) => {
  const jumped = flight.map((fix, minute) => (minute === 30 ? { ...fix, lat: 0.1, lon: 0.1 } : fix));
  t.deepEqual(outline(jumped), [['EIDW ground', 'EGLL ground', ['position_jumps']]]);
});

test('an airport that is nearly as near as the nearest one lowers the certainty, and is stated', (t) => {
  const airports = new Airports();
  const heathrow = airports.find('EGLL') as Airport;
  const cutWith = (lat: number) => {
    airports.use([[{ ...heathrow, icao: 'EGZZ', iata: null, lat }]]);
    const near = airports.near.bind(airports);
    return cutFlights(flight, { idleMs: IDLE, openSince: Number.POSITIVE_INFINITY, near })[0];
  };
  const [far, near] = [cutWith(heathrow.lat + 0.07), cutWith(heathrow.lat + 0.02)];
  t.deepEqual([far?.arrival?.airport?.icao, far?.warnings], ['EGLL', []]);
  t.deepEqual([near?.arrival?.airport?.icao, near?.warnings], ['EGLL', ['near_other_airport']]);
  t.true((near?.arrival?.confidence ?? 1) < (far?.arrival?.confidence ?? 0) - 0.2);
});

test('a track without positions has no flights', (t) => {
  t.deepEqual(cut([]), []);
});
