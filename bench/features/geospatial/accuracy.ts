// Precision and recall of port calls, flights and destinations: calls and flights of labeled runs of the simulator, the
// former with lost reports and inaccurate positions, and recorded destinations that were labeled by hand.
import 'reflect-metadata';
import { SimulatedAircraft } from '../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { labelledRun } from '../../../test/features/geospatial/flights/labelled-runs.js';
import { callScore } from '../../../test/support/labelled-calls.js';
import { destinationScore } from '../../../test/support/labelled-destinations.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { runs, aircraft } = sizesOf({ usual: { runs: 5, aircraft: 200 }, smoke: { runs: 1, aircraft: 5 } });
/** The first seed; those of the tests are other ones. */
const FIRST_SEED = 11;

type Row = [what: string, labels: number, precision: number, recall: number, aim: string];
const rows: Row[] = [];
for (let seed = FIRST_SEED; seed < FIRST_SEED + runs; seed += 1) {
  const { labels, precision, recall } = await callScore(seed);
  rows.push([`port calls, 600 vessels in three days, run ${seed}`, labels, precision, recall, '0.97']);
}
const { labelled, stated, right, wrong } = labelledRun(await SimulatedAircraft.create(FIRST_SEED), aircraft);
rows.push([`flights of ${aircraft} aircraft`, labelled, 1 - wrong / stated, right / labelled, '0.97']);
for (const half of ['tuned', 'frozen'] as const) {
  const { texts, precision, recall } = destinationScore(half);
  rows.push([`recorded destinations, ${half} half`, texts, precision, recall, '0.9']);
}
printTable(
  ['', 'labels', 'precision', 'recall', 'aim'],
  rows.map(([what, labels, precision, recall, aim]) => [
    what,
    labels.toLocaleString('en'),
    precision.toFixed(3),
    recall.toFixed(3),
    aim,
  ]),
);
