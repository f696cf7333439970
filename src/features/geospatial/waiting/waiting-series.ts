import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { BASELINE_WEEKS, intervalMs, MIN_BASELINE_WEEKS, type SeriesRange } from '../flows/flow-series.js';
import type { WaitingDay } from './waiting.repository.js';
import { type ShipFilter, waitingTypes } from './waiting-ship.js';

const WEEK_HOURS = 7 * 24;
/** Minimum fraction of the hours of an interval that are known, for a value of a baseline. */
const MIN_SAMPLED = 0.5;

export interface WaitingBucket {
  time: number;
  /** Mean number of waiting ships in the known hours; undefined if no hour is known. */
  mean?: number;
  /** Fraction of the ended hours that are known; 0 before the first has ended. */
  sampled: number;
  /** Median of the means of earlier weeks; undefined for fewer than four. */
  baseline?: number;
  /** Number of earlier weeks with a mean, up to eight. */
  baselineWeeks: number;
}

/**
 * Returns the waiting ships of each hour from `from` on; NaN where the number is unknown.
 * @param from start of an hour (ms)
 */
export function hourlyWaiting(days: readonly WaitingDay[], types: ShipFilter, from: number, to: number): Float64Array {
  const hours = new Float64Array(Math.max(0, Math.ceil((to - from) / HOUR_MS))).fill(Number.NaN);
  for (const one of days) {
    const first = (Date.parse(one.day) - from) / HOUR_MS;
    for (let hour = Math.max(0, -first); hour < 24 && first + hour < hours.length; hour += 1) {
      const counts = (types ?? waitingTypes).map((type) => one[type][hour] ?? Number.NaN);
      hours[first + hour] = counts.reduce((sum, count) => sum + count, 0);
    }
  }
  return hours;
}

/**
 * Computes a series. The baseline of an interval is made of the same hours of the same weekday in the eight weeks
 * before.
 * @param days from `seriesStart` of the range on
 * @param now hours that end later are not expected to be known (ms)
 */
export function waitingSeries(
  days: readonly WaitingDay[],
  types: ShipFilter,
  { from, to, interval }: SeriesRange,
  now: number,
): WaitingBucket[] {
  const before = BASELINE_WEEKS * WEEK_HOURS;
  const hours = hourlyWaiting(days, types, from - before * HOUR_MS, to);
  const step = intervalMs[interval] / HOUR_MS;
  const buckets: WaitingBucket[] = [];
  for (let time = from; time < to; time += intervalMs[interval]) {
    const at = before + (time - from) / HOUR_MS;
    const known = knownOf(hours, at, step);
    const ended = Math.min(step, Math.max(1, Math.floor((now - time) / HOUR_MS)));
    const earlier: number[] = [];
    for (let week = 1; week <= BASELINE_WEEKS; week += 1) {
      const then = knownOf(hours, at - week * WEEK_HOURS, step);
      if (then.length >= MIN_SAMPLED * step) earlier.push(meanOf(then));
    }
    buckets.push({
      time,
      ...(known.length > 0 && { mean: meanOf(known) }),
      sampled: Math.min(1, known.length / ended),
      ...(earlier.length >= MIN_BASELINE_WEEKS && { baseline: medianOf(earlier) }),
      baselineWeeks: earlier.length,
    });
  }
  return buckets;
}

const knownOf = (hours: Float64Array, at: number, step: number): Float64Array =>
  hours.subarray(at, at + step).filter((value) => !Number.isNaN(value));

const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] as number;
  return sum / values.length;
};

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** Returns the day (ms) from which on a series reads days, because of its baseline. */
export const seriesStart = (from: number): number =>
  Math.floor((from - BASELINE_WEEKS * WEEK_HOURS * HOUR_MS) / DAY_MS) * DAY_MS;
