import type { Detection } from '../../src/features/geospatial/detectors/detector.js';
import { PortCall } from '../../src/features/geospatial/detectors/port-call.js';
import { PortTable } from '../../src/features/geospatial/detectors/port-table.js';
import { SimulatedShips } from '../../src/features/geospatial/simulator/simulated-ships.js';
import { destination } from '../../src/features/geospatial/sphere.js';
import { keyOf, unit } from '../../src/simulation/noise.js';

const DAY = 86_400_000;
const MOORED = 5;
const from = Date.UTC(2026, 10, 10);
const to = from + 3 * DAY;
const STEP_MS = 120_000;
/** Fraction of the reports that are lost, and the greatest error of the positions (m). */
const [LOST, ERROR_METERS] = [0.3, 60];

interface Run {
  calls: Detection[];
  /** Starts of the moorings of each vessel (ms), as the simulator labels them. */
  moorings: Map<number, number[]>;
}

/** Runs the detector over reports with losses and errors of the position; labels are read from the true reports. */
async function labelledRun(seed: number): Promise<Run> {
  const world = await SimulatedShips.create(seed);
  const found = new Map<string, Detection>();
  const moorings = new Map<number, number[]>();
  const vessels = new Map(world.vessels().map((vessel) => [vessel.mmsi, vessel]));
  let status: number | null = null;
  const detector = new PortCall(
    (call) => void found.set(call.key, call),
    new PortTable(),
    (key) => ({
      key,
      name: '',
      shipTypeCode: vessels.get(key)?.typeCode ?? null,
      station: 'class_a',
      navigationStatus: status,
    }),
  );
  const wasMoored = new Map<number, boolean>();
  for (let time = from; time < to; time += STEP_MS) {
    for (const { key, lat = 0, lon = 0, observedAt, speedKnots, navigationStatus } of world.all(time / 1_000)) {
      const isMoored = navigationStatus === MOORED;
      if (isMoored && wasMoored.get(key) === false) moorings.set(key, [...(moorings.get(key) ?? []), observedAt]);
      wasMoored.set(key, isMoored);
      const noise = keyOf(seed, `${key} ${time}`);
      if (unit(noise, 0) < LOST) continue;
      const place = destination(lat, lon, 360 * unit(noise, 1), ERROR_METERS * unit(noise, 2));
      status = navigationStatus ?? null;
      const knots = (speedKnots ?? 0) + 0.3 * unit(noise, 3);
      detector.moved({ layer: 'vessels', key, ...place, observedAt, speedKnots: knots, ...first });
    }
  }
  return { calls: [...found.values()], moorings };
}

const first = { previousLat: Number.NaN, previousLon: Number.NaN, previousObservedAt: Number.NaN };
const keyIn = ({ entities = [] }: Detection): number => Number(entities[0]?.slice('vessel:'.length));
/** True if a call covers the start of a mooring; it may begin at the next reports. */
const covers = ({ startedAt, endedAt }: Detection, start: number): boolean =>
  startedAt.getTime() <= start + 900_000 && (endedAt === null || endedAt.getTime() > start);

/**
 * Compares the calls of a labeled run with its moorings. @returns the fraction of the moorings that have a call, and of
 * the ended calls that have a mooring
 */
export async function callScore(seed: number) {
  const { calls, moorings } = await labelledRun(seed);
  const byVessel = Map.groupBy(calls, keyIn);
  // A mooring in the last hour may not have lasted for the ten minutes of a call.
  const labels = [...moorings].flatMap(([key, starts]) => starts.map((start) => ({ key, start })));
  const known = labels.filter(({ start }) => start < to - 3_600_000);
  const hits = known.filter(({ key, start }) => byVessel.get(key)?.some((call) => covers(call, start)));
  // A vessel that is still at anchor off its port at the end of the run has not moored there yet.
  const ended = calls.filter(({ endedAt }) => endedAt !== null);
  const right = ended.filter((call) => moorings.get(keyIn(call))?.some((start) => covers(call, start)));
  return {
    labels: known.length,
    recall: hits.length / known.length,
    ended: ended.length,
    precision: right.length / ended.length,
  };
}
