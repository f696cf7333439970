import test from 'ava';
import { AisGap } from '../../../../src/features/geospatial/detectors/ais-gap.js';
import { SimulatedLabels } from '../../../../src/features/geospatial/detectors/simulated-labels.js';
import { entityOf } from '../../../../src/features/geospatial/layer.js';
import { SeaLanes } from '../../../../src/features/geospatial/simulator/sea-lanes.js';
import { SimulatedShips } from '../../../../src/features/geospatial/simulator/simulated-ships.js';
import { liveState } from '../../../support/live-state.js';

const MINUTE_MS = 60_000;
const start = Date.UTC(2026, 10, 21);

/** Who falls silent from a time on, and from when to when (ms, to the minute). */
function darkAfter(ships: SimulatedShips, time: number): { index: number; from: number; to: number } {
  for (let at = time; at < time + 8 * 60 * MINUTE_MS; at += MINUTE_MS) {
    const index = ships.mmsis.findIndex((_, candidate) => ships.isDark(candidate, at));
    if (index < 0 || ships.isDark(index, time)) continue;
    let to = at;
    while (ships.isDark(index, to)) to += MINUTE_MS;
    return { index, from: at, to };
  }
  throw new Error('Nobody falls silent.');
}

/** The detection at the end of a silence, with reports from a quarter of an hour before it until after it. */
function toldOf(ships: SimulatedShips, { from, to }: { from: number; to: number }) {
  const { picture, clock } = liveState();
  const labels = new SimulatedLabels((layer, key) => picture[layer].get(key)?.provider);
  const told = new Map<string, ReturnType<SimulatedLabels['label']>>();
  const detector = new AisGap(
    (report) => told.set(report.key, labels.label(report)),
    (key) => picture.vessels.get(key),
  );
  picture.listen({ moved: (movement) => detector.moved(movement), expired: () => {} });
  const first = from / 1_000 - 15 * 60;
  clock.advance(first * 1_000 - clock.now());
  for (const report of ships.all(first)) picture.takeVessel(report);
  for (let second = first + 1; second <= to / 1_000 + 120; second += 1) {
    clock.advance(1_000);
    for (const report of ships.due(second)) picture.takeVessel(report);
    detector.check(clock.now());
  }
  return [...told.values()];
}

for (const seed of [1, 2])
  test(`the gap of a simulated vessel is labeled as simulated, and no other vessel has a gap (world ${seed})`, (t) => {
    const ships = SimulatedShips.make(seed, new SeaLanes());
    const dark = darkAfter(ships, start + seed * 7 * 60 * MINUTE_MS);
    const told = toldOf(ships, dark);
    t.deepEqual(
      told.map(({ entities }) => entities),
      [[entityOf('vessels', ships.mmsis[dark.index] as number)]],
    );
    t.like(told[0], { type: 'ais_gap', severity: 3, details: { simulated: true } });
    t.regex(told[0]?.title ?? '', /: AIS signal lost \(simulated\)$/);
    t.true(Number(told[0]?.details?.silentSeconds) >= 45 * 60 && Number(told[0]?.details?.silentSeconds) <= 92 * 60);
    t.truthy(told[0]?.endedAt);
  });
