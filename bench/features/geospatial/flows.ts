// Movements per CPU-second through the counter of passages: those of simulated vessels around the world across the
// lines of the service, and movements in one cell with many lines of accounts; the CPU of a series of a year. A pass
// that only keeps the last position of each vessel is measured beside it.
import 'reflect-metadata';
import { builtInFlows } from '../../../src/features/geospatial/flows/built-in-flows.js';
import { COUNTED, type FlowDay } from '../../../src/features/geospatial/flows/flow.repository.js';
import { baselineStart, flowSeries } from '../../../src/features/geospatial/flows/flow-series.js';
import { Gate } from '../../../src/features/geospatial/flows/gate.js';
import { GateIndex } from '../../../src/features/geospatial/flows/gate-index.js';
import { PassageCounter } from '../../../src/features/geospatial/flows/passage-counter.js';
import { PassageDays } from '../../../src/features/geospatial/flows/passage-days.js';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/time/durations.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  vessels: VESSELS,
  steps: STEPS,
  passages: PASSAGES,
} = sizesOf({
  usual: { vessels: 20_000, steps: 20, passages: 400 },
  smoke: { vessels: 200, steps: 2, passages: 10 },
});
const ROUNDS = 5;
const start = Date.UTC(2026, 10, 21);
const KNOTS = 12;
/** Degrees of latitude sailed in ten seconds. */
const STEP = (KNOTS * 10) / 3_600 / 60;

let seed = 42;
/** Returns a pseudo-random number from 0 to 1, the same sequence in every run (Park and Miller). */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

type Place = readonly [lat: number, lon: number];
/** Six in ten vessels are near lines, as traffic is. */
const lines = [...builtInFlows().values()];
const world = (): Place => {
  const [corner] = random() < 0.6 ? (lines[Math.floor(random() * lines.length)]?.corners ?? []) : [];
  return corner === undefined
    ? [random() * 120 - 60, random() * 360 - 180]
    : [corner[1] + random() - 0.5, corner[0] + random() - 0.5];
};
const oneCell = (): Place => [54 + random() * 0.5, 3 + random() * 0.5];

/** Returns the CPU time (µs) of a movement, the median of some rounds. */
function costOf(place: () => Place, moved: (movement: ReturnType<typeof movementsOf>[0]) => void): number {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const movements = movementsOf(place);
    const before = process.cpuUsage();
    for (const movement of movements) moved(movement);
    const { user, system } = process.cpuUsage(before);
    took.push((user + system) / movements.length);
  }
  return median(took);
}

function movementsOf(place: () => Place) {
  return Array.from({ length: VESSELS }, (_, key) => ({ key: key + 1, at: place() })).flatMap(
    ({ key, at: [lat, lon] }) =>
      Array.from({ length: STEPS }, (_, step) => ({
        layer: 'vessels' as const,
        key,
        provider: 'bench',
        speedKnots: KNOTS,
        lat: lat + (step + 1) * STEP,
        lon,
        observedAt: start + (step + 1) * 10 * SECOND_MS,
        previousLat: lat + step * STEP,
        previousLon: lon,
        previousObservedAt: start + step * 10 * SECOND_MS,
      })),
  );
}

const builtIn = () => lines.map(({ id, corners }) => ({ id, gate: new Gate(corners) }));
const ownLines = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const [lat, lon] = oneCell();
    return { id: `own-${at}`, gate: new Gate([[lon, lat], [lon + 0.05, lat + 0.02]]) }; // biome-ignore format: a line
  });
const counterOf = (all: ReturnType<typeof builtIn>) =>
  new PassageCounter(
    new GateIndex(all),
    () => {},
    () => {},
  );

const last = new Map<number, number>();
const rows: Array<[string, number]> = [
  ['last position only, the world', costOf(world, ({ key, lat }) => void last.set(key, lat))],
];
for (const [name, place, all] of [
  ['lines of the service, the world', world, builtIn()],
  ['and 10 own lines, one cell', oneCell, [...builtIn(), ...ownLines(10)]],
  ['and 100 own lines, one cell', oneCell, [...builtIn(), ...ownLines(100)]],
  ['and 1,000 own lines, one cell', oneCell, [...builtIn(), ...ownLines(1_000)]],
] as const) {
  const counter = counterOf([...all]);
  rows.push([name, costOf(place, (movement) => counter.moved(movement))]);
}
const [, base] = rows[0] as [string, number];
printTable(
  ['movement', 'CPU µs', 'a CPU-second', '÷ last position'],
  rows.map(([name, us]) => [name, us.toFixed(2), Math.round(1e6 / us).toLocaleString('en'), (us / base).toFixed(1)]),
);

const days = new PassageDays();
const range = { from: start - 365 * DAY_MS, to: start, interval: 'day' as const };
for (let day = baselineStart(range.from); day < start; day += DAY_MS) {
  for (let hour = 0; hour < 24; hour += 1) days.hear(COUNTED, day + hour * 60 * MINUTE_MS);
  for (let index = 0; index < PASSAGES; index += 1)
    days.pass('hormuz', day + Math.floor(random() * DAY_MS), {
      key: 201_000_000 + Math.floor(random() * 5e8),
      isForward: random() < 0.5,
      shipType: 'tanker',
      deadweight: '100000_to_200000',
    });
}
const stored: FlowDay[] = days.take();
const took = Array.from({ length: ROUNDS }, () => {
  const before = process.cpuUsage();
  flowSeries({ days: stored, filter: { shipType: ['tanker'] }, range, now: start });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
});
printTable(['series of a year', 'passages a day', 'CPU ms'], [['by day', String(PASSAGES), median(took).toFixed(1)]]);
