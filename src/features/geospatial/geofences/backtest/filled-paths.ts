import { between } from '../../history/significance.js';
import { memberKey } from '../engine/watched-fence.js';
import type { PathPoint } from './backtest.js';

export interface FilledPaths {
  /** The points in order of time. */
  points: PathPoint[];
  /** True if the limit was reached; the latest points are then missing. */
  isCut: boolean;
}

/**
 * Interpolates the reports that thinning omitted from stored tracks, so that the engine processes as many reports as it
 * did live: an object that crossed a small geofence between two stored points was reported inside it. The omitted
 * reports were near the straight line; their times are unknown, so they are spaced evenly. Where no report was omitted,
 * the object was silent and its track is unknown, so no point is added.
 * @param before the last point of each object before the range
 * @param points in order of time
 * @param isNear returns true if the line between two points may touch the geofence
 * @param maxPoints maximum number of points of the result
 */
export function fillPaths(
  before: readonly PathPoint[],
  points: readonly PathPoint[],
  isNear: (one: PathPoint, next: PathPoint) => boolean,
  maxPoints: number,
): FilledPaths {
  const last = new Map(before.map((point) => [memberKey(point.layer, point.key), point]));
  const filled: PathPoint[] = [];
  let isCut = false;
  for (const point of points) {
    const number = memberKey(point.layer, point.key);
    const previous = last.get(number);
    last.set(number, point);
    isCut = filled.length >= maxPoints;
    if (isCut) break;
    if (previous !== undefined && point.omittedReports > 0 && isNear(previous, point))
      interpolate(previous, point, Math.min(point.omittedReports, maxPoints), filled);
    filled.push(point);
  }
  return { points: filled.sort((one, other) => one.observedAt - other.observedAt), isCut };
}

function interpolate(previous: PathPoint, point: PathPoint, count: number, filled: PathPoint[]): void {
  const [from, span] = [previous.observedAt, point.observedAt - previous.observedAt];
  for (let index = 1; index <= count; index += 1) {
    const share = index / (count + 1);
    const observedAt = Math.round(from + span * share);
    const altitudeFeet = previous.altitudeFeet + (point.altitudeFeet - previous.altitudeFeet) * share;
    filled.push({ ...point, ...between(previous, point, observedAt), observedAt, altitudeFeet, isEstimated: true });
  }
}
