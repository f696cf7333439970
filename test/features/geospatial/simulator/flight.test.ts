import test from 'ava';
import { type AircraftKind, aircraftKinds } from '../../../../src/features/geospatial/simulator/aircraft-identity.js';
import { Flight } from '../../../../src/features/geospatial/simulator/flight.js';
import { destination, distanceMeters } from '../../../../src/features/geospatial/sphere.js';

const frankfurt = { iata: 'FRA', lat: 50.0331, lon: 8.5706 };
const airport = (kilometers: number) => ({
  iata: 'XXX',
  ...destination(frankfurt.lat, frankfurt.lon, 70, kilometers * 1000),
});

test('a flight of any length climbs, descends and stops at its destination, and a short one climbs less high', (t) => {
  for (const kind of aircraftKinds as readonly AircraftKind[]) {
    const tops = [60, 250, 900, 6_000].map((kilometers) => {
      const to = airport(kilometers);
      const flight = new Flight(frankfurt, to, kind, kind.cruiseFeet[0]);
      const states = Array.from({ length: 201 }, (_, at) => flight.at((flight.durationMs * at) / 200));
      const end = flight.at(flight.durationMs);
      t.true(distanceMeters(end.lat, end.lon, to.lat, to.lon) < 5, `${kind.type} over ${kilometers} km`);
      t.true(end.onGround && end.altitudeFeet === 0);
      for (let at = 1; at < states.length; at += 1) {
        const [before, state] = [states[at - 1] as (typeof states)[0], states[at] as (typeof states)[0]];
        const gone =
          distanceMeters(frankfurt.lat, frankfurt.lon, state.lat, state.lon) -
          distanceMeters(frankfurt.lat, frankfurt.lon, before.lat, before.lon);
        t.true(gone > -1, `${kind.type} over ${kilometers} km turns back`);
      }
      return Math.max(...states.map(({ altitudeFeet }) => altitudeFeet));
    });
    t.deepEqual(
      tops,
      [...tops].sort((one, other) => one - other),
    );
    t.true((tops[0] as number) < (tops[3] as number) && tops[3] === kind.cruiseFeet[0]);
  }
});
