import { between, significance } from '../history/significance.js';
import type { Layer } from '../layer.js';
import type { PathPoint } from './backtest.js';
import { memberKey } from './watched-fence.js';

/** Between two points of a kept track something was where the straight line between them has it, but only so long (ms): then it was silent, or lay still. */
const LONGEST_MS: Record<Layer, number> = { vessels: 1.5 * significance.vessels.movingMs, aircraft: 1.5 * significance.aircraft.movingMs };
/** Points are put so far apart (ms): some 100 m of a ship's way, some 500 m of an aircraft's. */
const STEP_MS: Record<Layer, number> = { vessels: 10_000, aircraft: 2_000 };

export interface FilledPaths {
  /** In the order of time. */
  points: PathPoint[];
  /** There would have been more; the latest are missing. */
  isCut: boolean;
}

/**
 * Puts back, in steps, what thinning left out of kept tracks: who crosses a small fence between two kept points has been inside it all the same.
 * @param before where everything was when it begins
 * @param points in the order of time
 * @param isNear whether the way between two points may matter
 * @param most points, all in all
 */
export function fillPaths(
  before: readonly PathPoint[],
  points: readonly PathPoint[],
  isNear: (one: PathPoint, next: PathPoint) => boolean,
  most: number,
): FilledPaths {
  const last = new Map(before.map((point) => [memberKey(point.layer, point.key), point]));
  const filled: PathPoint[] = [];
  let isCut = false;
  for (const point of points) {
    const number = memberKey(point.layer, point.key);
    const previous = last.get(number);
    last.set(number, point);
    isCut = filled.length >= most;
    if (isCut) break;
    if (previous !== undefined && point.observedAt - previous.observedAt <= LONGEST_MS[point.layer] && isNear(previous, point))
      putBetween(previous, point, filled);
    filled.push(point);
  }
  return { points: filled.sort((one, other) => one.observedAt - other.observedAt), isCut };
}

function putBetween(previous: PathPoint, point: PathPoint, filled: PathPoint[]): void {
  const [from, step] = [previous.observedAt, STEP_MS[point.layer]];
  for (let at = from + step; at < point.observedAt; at += step) {
    const altitudeFeet = previous.altitudeFeet + ((point.altitudeFeet - previous.altitudeFeet) * (at - from)) / (point.observedAt - from);
    filled.push({ ...point, ...between(previous, point, at), observedAt: at, altitudeFeet });
  }
}
