import { between } from '../../history/significance.js';
import { memberKey } from '../engine/watched-fence.js';
import type { PathPoint } from './backtest.js';

export interface FilledPaths {
  /** In the order of time. */
  points: PathPoint[];
  /** There would have been more; the latest are missing. */
  isCut: boolean;
}

/**
 * Puts back the reports that thinning left out of kept tracks, so that a fence sees as many reports as it did: who crosses a small fence between two
 * kept points was inside it by the reports between them. They were near the straight line; when each was is not known, so they are spaced evenly.
 * Where nothing was left out nothing is put: the vessel was silent, and nobody knows which way it took.
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
    if (previous !== undefined && point.leftOut > 0 && isNear(previous, point)) putBetween(previous, point, Math.min(point.leftOut, most), filled);
    filled.push(point);
  }
  return { points: filled.sort((one, other) => one.observedAt - other.observedAt), isCut };
}

function putBetween(previous: PathPoint, point: PathPoint, count: number, filled: PathPoint[]): void {
  const [from, span] = [previous.observedAt, point.observedAt - previous.observedAt];
  for (let place = 1; place <= count; place += 1) {
    const share = place / (count + 1);
    const observedAt = Math.round(from + span * share);
    const altitudeFeet = previous.altitudeFeet + (point.altitudeFeet - previous.altitudeFeet) * share;
    filled.push({ ...point, ...between(previous, point, observedAt), observedAt, altitudeFeet, isEstimated: true });
  }
}
