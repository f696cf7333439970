import test from 'ava';
import { createDetectors } from '../../../../src/features/geospatial/detectors/create-detectors.js';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import { SimulatedAircraft } from '../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { SimulatedShips } from '../../../../src/features/geospatial/simulator/simulated-ships.js';
import { liveState } from '../../../support/live-state.js';
import { readCoasts } from '../../../support/read-coasts.js';

const STEP_SECONDS = 120;

test('simulated vessels and aircraft give detections of several types within nine hours', async (t) => {
  const { picture, clock } = liveState();
  const [ships, aircraft] = [await SimulatedShips.create(1), await SimulatedAircraft.create(1)];
  const keys = new Set<string>();
  const found: Record<string, number> = {};
  const detectors = createDetectors(picture, new PortTable(), { landMask: await readCoasts() }, ({ key, type }) => {
    if (!keys.has(key)) found[type] = (found[type] ?? 0) + 1;
    keys.add(key);
  });
  picture.listen({
    moved: (movement) => {
      for (const detector of detectors) detector.moved?.(movement);
    },
    expired: () => {},
  });
  for (let step = 0; step < (9 * 3_600) / STEP_SECONDS; step += 1) {
    for (const report of ships.all(clock.now() / 1_000)) picture.takeVessel(report);
    for (const report of aircraft.all(clock.now() / 1_000)) picture.takeAircraft(report);
    for (const detector of detectors) detector.check?.(clock.now());
    clock.advance(STEP_SECONDS * 1_000);
  }
  t.log(found);
  for (const type of ['port_call', 'loitering', 'emergency_squawk']) t.true((found[type] ?? 0) > 0, type);
});
