import test from 'ava';
import { SimulatedAircraft } from '../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { SimulatedShips } from '../../../../src/features/geospatial/simulator/simulated-ships.js';
import { liveState } from '../../../support/live-state.js';

test('every report of the simulator updates the live state, which then has all vessels and all aircraft that fly', async (t) => {
  const { picture, clock } = liveState();
  const [ships, aircraft] = [await SimulatedShips.create(1), await SimulatedAircraft.create(1)];
  const first = clock.now() / 1000;
  for (const report of ships.all(first)) t.true(picture.takeVessel(report));
  for (const report of aircraft.all(first)) t.true(picture.takeAircraft(report));
  for (let second = first + 1; second <= first + 120; second += 1) {
    clock.advance(1_000);
    for (const report of ships.due(second)) t.true(picture.takeVessel(report));
    for (const report of aircraft.due(second)) t.true(picture.takeAircraft(report));
  }
  t.is(picture.vessels.size, ships.size);
  t.true(picture.aircraft.size > 260);
  const { name, provider, destination, imo } = picture.vessels.get(ships.mmsis[0] as number) ?? {};
  t.is(provider, 'simulator');
  t.truthy(name && destination && imo);
});
