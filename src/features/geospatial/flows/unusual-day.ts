import { type FlowBucket, MIN_BASELINE_WEEKS } from './flow-series.js';

/** Days before a day with which its z-score is compared, and the minimum number of them for a base rate. */
export const COMPARED_DAYS = 120;
const MIN_COMPARED = 28;
/** Minimum distance (standard deviations) of an unusual day from its baseline. */
export const MIN_Z_SCORE = 4;
/** Days between the days of a baseline. */
const WEEK = 7;
const BASELINE_WEEKS = 8;
/** Minimum fraction of the usual reception near the line, for a day with fewer passages. */
const MIN_USUAL_RECEPTION = 0.9;

export interface UnusualDay {
  bucket: Required<FlowBucket>;
  comparedDays: number;
  /** The fraction of the compared days that were at least as far from their baseline; null for too few days. */
  baseRate: number | null;
}

/**
 * Returns the last day of a series if it is unusual. Fewer passages than usual with less reception than usual are not:
 * a receiver that hears less counts less.
 * @param buckets days, ascending, without the current one
 */
export function unusualDay(buckets: readonly FlowBucket[]): UnusualDay | undefined {
  const last = buckets.at(-1);
  if (last?.baseline === undefined || last.zScore === undefined || Math.abs(last.zScore) < MIN_Z_SCORE)
    return undefined;
  if (last.zScore < 0 && last.heard < MIN_USUAL_RECEPTION * usualReception(buckets)) return undefined;
  const least = Math.abs(last.zScore);
  const scores = buckets
    .slice(0, -1)
    .slice(-COMPARED_DAYS)
    .flatMap(({ zScore }) => zScore ?? []);
  const asUnusual = scores.filter((score) => Math.abs(score) >= least).length;
  return {
    bucket: last as Required<FlowBucket>,
    comparedDays: scores.length,
    baseRate: scores.length < MIN_COMPARED ? null : asUnusual / scores.length,
  };
}

/** Returns the mean fraction of hours with reception near the line on the days of the baseline. */
function usualReception(buckets: readonly FlowBucket[]): number {
  const earlier = Array.from({ length: BASELINE_WEEKS }, (_, week) => buckets.at(-1 - WEEK * (week + 1))?.heard ?? 0);
  const known = earlier.filter((heard) => heard > 0);
  return known.length < MIN_BASELINE_WEEKS ? 0 : known.reduce((sum, heard) => sum + heard, 0) / known.length;
}
