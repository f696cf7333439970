import test from 'ava';
import type { Flight } from '../../../../src/features/geospatial/flights/flight.js';
import { callsignDuring } from '../../../../src/features/geospatial/flights/flight-callsign.js';
import { checkRoute } from '../../../../src/features/geospatial/flights/route-check.js';
import { builtInAirports } from '../../../../src/features/geospatial/reference/airport-list.js';
import { SimulatedAircraft } from '../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { destination } from '../../../../src/features/geospatial/sphere.js';
import { Airports } from '../../../../src/features/geospatial/tables/airports.service.js';
import type { Fix } from '../../../../src/features/geospatial/track-point.js';
import { HOUR, MINUTE } from '../../../support/service-for.js';
import { cut, storedTrack, withGaps } from './labelled-runs.js';
import { DUBLIN, flightBetween, LONDON, START } from './one-flight.js';

const airports = new Airports();
const check = (route: string, flight: Flight) => {
  const listed = { callsign: 'EIN152', airports: route.split('-'), source: 'standingdata' };
  const { status, withdrawal, leg } = checkRoute(listed, flight, (icao) => airports.find(icao));
  return [status, withdrawal ?? leg?.map(({ icao }) => icao).join('-')];
};
const flown = (points: readonly Fix[], now?: number) => cut(points, now)[0] as Flight;
const whole = flown(flightBetween(DUBLIN, LONDON));
/** The first minutes of a flight that is still in the air, received from its climb on. */
const open = (points: readonly Fix[], minutes: number, first = 2) => {
  const part = points.slice(first, minutes);
  return flown(part, (part.at(-1) as Fix).observedAt);
};

test('a route is confirmed by both airports, and by those of one leg of several', (t) => {
  t.deepEqual(check('EIDW-EGLL', whole), ['confirmed', 'EIDW-EGLL']);
  t.deepEqual(check('KBOS-EIDW-EGLL', whole), ['confirmed', 'EIDW-EGLL']);
  t.deepEqual(check('EGLL-EIDW-EGLL', whole), ['confirmed', 'EIDW-EGLL']);
});

test('a route is withdrawn if the flight began or ended at another airport', (t) => {
  t.deepEqual(check('EIDW-EGPH', whole), ['withdrawn', 'landed_elsewhere']);
  t.deepEqual(check('KORD-EGLL', whole), ['withdrawn', 'departed_elsewhere']);
  t.deepEqual(check('EGLL-EIDW', whole), ['withdrawn', 'departed_elsewhere']);
});

test('a flight in the air is plausible along the route, and withdrawn when it leaves or reverses it', (t) => {
  const points = flightBetween(DUBLIN, LONDON);
  const inAir = open(points, 55);
  t.deepEqual(check('EIDW-EGLL', inAir), ['plausible', 'EIDW-EGLL']);
  t.deepEqual(check('EIDW-LFPG', inAir), ['plausible', 'EIDW-LFPG']);
  t.deepEqual(check('EIDW-EGPF', inAir), ['withdrawn', 'off_route']);
  // From the middle on, with both airports unknown, the direction alone contradicts the reverse.
  const middle = open(points, 58, 24);
  t.deepEqual(check('EIDW-EGLL', middle), ['plausible', 'EIDW-EGLL']);
  t.deepEqual(check('EGLL-EIDW', middle), ['withdrawn', 'moving_away']);
});

test('detours around weather and closed airspace do not withdraw a route', (t) => {
  const aside = destination((DUBLIN.lat + LONDON.lat) / 2, (DUBLIN.lon + LONDON.lon) / 2, 203, 100_000);
  const first = flightBetween(DUBLIN, aside).slice(0, -2);
  const second = flightBetween(aside, LONDON, { start: START + 62 * MINUTE }).slice(2);
  const cruise = [...first, ...second].map((fix, at, all) =>
    at > 10 && at < all.length - 10 ? { ...fix, altitudeFeet: 36_000 } : fix,
  );
  t.deepEqual(check('EIDW-EGLL', flown(cruise)), ['confirmed', 'EIDW-EGLL']);
});

test('a route whose airports no table has, or whose positions are of several aircraft, is unchecked', (t) => {
  const inAir = open(flightBetween(DUBLIN, LONDON), 40);
  t.deepEqual(check('EIDW-XXXX', inAir), ['unchecked', 'EIDW-XXXX']);
  t.deepEqual(check('XXXX-EGLL', whole), ['withdrawn', 'departed_elsewhere']);
  const late = flown(flightBetween(DUBLIN, LONDON).slice(24));
  t.deepEqual(check('XXXX-EGLL', late), ['unchecked', 'XXXX-EGLL']);
  t.deepEqual(check('XXXX-EIDW', late), ['withdrawn', 'landed_elsewhere']);
  const mixed: Flight = { ...inAir, warnings: ['several_aircraft'] };
  t.deepEqual(check('EIDW-EGPF', mixed), ['unchecked', 'EIDW-EGPF']);
});

test('the callsign of a flight is the one of its longest part; none is known before the first report', (t) => {
  const at = (since: number, callsign: string) => ({ key: 1, since, callsign });
  const reports = [at(0, 'EIN151'), at(100, ''), at(110, 'EIN152'), at(200, 'EIN153')];
  t.is(callsignDuring(reports, 90, 205), 'EIN152');
  t.is(callsignDuring(reports, 95, 108), undefined);
  t.is(callsignDuring(reports, 300, 400), 'EIN153');
  t.is(callsignDuring(reports, -50, -10), undefined);
  t.is(callsignDuring([], 0, 10), undefined);
});

test('on labelled runs no right route is withdrawn, and wrong ones are, with gaps too', async (t) => {
  const world = await SimulatedAircraft.create(3);
  const from = Date.UTC(2026, 10, 20);
  const icaoOf = new Map(builtInAirports().map(({ iata, icao }) => [iata, icao]));
  for (const receive of [undefined, withGaps(25 * MINUTE, 3 * HOUR)]) {
    const score = { right: 0, rightWithdrawn: 0, wrong: 0, wrongWithdrawn: 0 };
    for (const [index, key] of world.addresses.slice(0, 40).entries()) {
      const labels = world.flightsOf(key, from, from + 36 * HOUR);
      const others = world.flightsOf(world.addresses[index + 40] as number, from, from + 36 * HOUR);
      for (const flight of cut(storedTrack(world, key, from, from + 36 * HOUR, receive))) {
        const at = (flight.departure.at + flight.lastAt) / 2;
        const label = labels.find(({ departedAt, arrivedAt }) => departedAt <= at && arrivedAt >= at);
        const other = others[Math.floor(at) % others.length];
        if (label === undefined || other === undefined) continue;
        const status = ({ origin, destination }: typeof label) =>
          check(`${icaoOf.get(origin)}-${icaoOf.get(destination)}`, flight)[0];
        score.right += 1;
        if (status(label) === 'withdrawn') score.rightWithdrawn += 1;
        if (other.origin === label.origin && other.destination === label.destination) continue;
        score.wrong += 1;
        if (status(other) === 'withdrawn') score.wrongWithdrawn += 1;
      }
    }
    t.log(JSON.stringify(score));
    t.true(score.right > 200 && score.wrong > 200);
    t.is(score.rightWithdrawn, 0);
    t.true(score.wrongWithdrawn / score.wrong >= 0.97, JSON.stringify(score));
  }
});
