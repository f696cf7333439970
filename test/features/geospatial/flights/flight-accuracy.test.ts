import test from 'ava';
import { SimulatedAircraft } from '../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { HOUR, MINUTE } from '../../../support/service-for.js';
import {
  cut,
  labelledRun,
  type Reception,
  scoreOf,
  storedTrack,
  sumOf,
  withGaps,
  withoutGround,
} from './labelled-runs.js';

const world = await SimulatedAircraft.create(3);
const AIRCRAFT = 40;

const runs: ReadonlyArray<readonly [name: string, precision: number, recall: number, receive?: Reception]> = [
  ['full reception', 0.99, 0.99],
  ['without reports on the ground and below 1,500 feet', 0.97, 0.97, withoutGround(1_500)],
  // A gap at a take-off or landing makes that end unknown, so that fewer flights have both airports.
  ['with gaps of 25 minutes in every three hours', 0.97, 0.7, withGaps(25 * MINUTE, 3 * HOUR)],
];

for (const [name, leastPrecision, leastRecall, receive] of runs) {
  test(`flights of labelled runs are found: ${name}`, (t) => {
    const score = labelledRun(world, AIRCRAFT, receive);
    const [precision, recall] = [1 - score.wrong / score.stated, score.right / score.labelled];
    t.log(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}: ${JSON.stringify(score)}`);
    t.true(score.labelled > 100);
    t.true(precision >= leastPrecision && recall >= leastRecall, JSON.stringify(score));
  });
}

test('two simulated aircraft with one address give no flight without a warning that neither of them makes', (t) => {
  const from = Date.UTC(2026, 10, 20);
  const to = from + 36 * HOUR;
  const scores = world.addresses.slice(0, 40).map((key, at, keys) => {
    const other = keys[(at + 1) % keys.length] as number;
    const tracks = [storedTrack(world, key, from, to), storedTrack(world, other, from, to)].flat();
    const labels = [...world.flightsOf(key, from, to), ...world.flightsOf(other, from, to)];
    return scoreOf(cut(tracks.sort((a, b) => a.observedAt - b.observedAt)), labels, from, to);
  });
  const score = sumOf(scores);
  t.log(JSON.stringify(score));
  t.true(score.labelled > 200);
  t.is(score.unwarned, 0);
  t.true(score.right / score.labelled >= 0.9, JSON.stringify(score));
});
