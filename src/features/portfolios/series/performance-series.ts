import { DAY_MS } from '../../../time/durations.js';
import type { BenchmarkSeries } from '../benchmark/benchmark-series.js';
import { indexedDays } from '../returns/return-index.js';
import type { ValuedDay } from '../returns/time-weighted.js';

export const seriesIntervals = ['1d', '1w', '1M'] as const;
export type SeriesInterval = (typeof seriesIntervals)[number];

/** A portfolio at the end of a day. Returns are fractions since the start of the period. */
export interface SeriesPoint {
  /** The day, in days since 1970-01-01. */
  day: number;
  value: number;
  /** External money since the previous point: paid in minus taken out. */
  netFlow: number;
  /** Time-weighted return; null until money is invested. */
  return: number | null;
  /** Decline from the highest index so far, as a fraction of 0 or below; null until money is invested. */
  drawdown: number | null;
  /** Return of the benchmark; null without a benchmark. */
  benchmarkReturn: number | null;
  benchmarkDrawdown: number | null;
}

/**
 * Returns a point for the last day of each interval, and for the last day of the period.
 * @param days the first is the day before the period
 * @param benchmark series of the same days
 */
export function seriesOf(
  days: readonly ValuedDay[],
  benchmark: BenchmarkSeries | undefined,
  interval: SeriesInterval,
): SeriesPoint[] {
  const points: SeriesPoint[] = [];
  let [peak, benchmarkPeak, netFlow] = [1, 1, 0];
  let isInvested = false;
  for (const [at, { day, value, return: own, index }] of indexedDays(days).entries()) {
    if (at === 0) continue;
    const market = benchmark?.index[at] ?? null;
    isInvested ||= own !== null;
    peak = Math.max(peak, index);
    benchmarkPeak = Math.max(benchmarkPeak, market ?? 1);
    const { paidIn, takenOut } = days[at] as ValuedDay;
    netFlow += paidIn - takenOut;
    if (at < days.length - 1 && !isLastOf(interval, day)) continue;
    points.push({
      day,
      value,
      netFlow,
      return: isInvested ? index - 1 : null,
      drawdown: isInvested ? index / peak - 1 : null,
      benchmarkReturn: market === null ? null : market - 1,
      benchmarkDrawdown: market === null ? null : market / benchmarkPeak - 1,
    });
    netFlow = 0;
  }
  return points;
}

/**
 * Returns true for the last day of its interval: a day, a week, which ends on Sunday, or a month. 1970-01-01 was a
 * Thursday.
 */
function isLastOf(interval: SeriesInterval, day: number): boolean {
  if (interval === '1w') return (day + 4) % 7 === 0;
  return interval === '1d' || new Date((day + 1) * DAY_MS).getUTCDate() === 1;
}
