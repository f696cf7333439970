import test from 'ava';
import { SimulatedAircraft } from '../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { simulatedEvents } from '../../../../src/features/geospatial/simulator/simulated-events.js';
import { SimulatedShips } from '../../../../src/features/geospatial/simulator/simulated-ships.js';
import { digestOf, matchesRecording } from '../../../support/recorded.js';

const START = Date.UTC(2026, 10, 21);
const HOURS = [0, 1, 7.5, 31, 400];

const digest = (value: unknown) => digestOf(JSON.stringify(value));

test('simulated ships, aircraft and events move as recorded', async (t) => {
  const ships = await SimulatedShips.create(1);
  const aircraft = await SimulatedAircraft.create(1);
  const rows = new Map<string, unknown>();
  for (const hours of HOURS) {
    const at = START + hours * 3_600_000;
    const vessels = [...ships.all(at / 1000)];
    rows.set(`ships after ${hours} h`, [...vessels.slice(0, 3), digest(vessels)]);
    const due = [...ships.due(at / 1000)];
    rows.set(`reports of ships after ${hours} h`, [...due.slice(0, 2), digest(due)]);
    const planes = [...aircraft.all(at / 1000)];
    rows.set(`aircraft after ${hours} h`, [...planes.slice(0, 3), digest(planes)]);
    const events = simulatedEvents(1, at);
    rows.set(`events after ${hours} h`, [...events.slice(0, 3), digest(events)]);
  }
  matchesRecording(t, 'simulator-geo', rows);
});
