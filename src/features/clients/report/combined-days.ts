import type { BenchmarkSeries } from '../../portfolios/benchmark/benchmark-series.js';
import { textOf } from '../../portfolios/day.js';
import { performanceOf } from '../../portfolios/performance/performance.js';
import { indexedDays } from '../../portfolios/returns/return-index.js';
import type { ValuedDay } from '../../portfolios/returns/time-weighted.js';
import type { ReportPeriod, ReportPoint } from './client-report.js';

/**
 * Adds up the values and flows of several portfolios by day, as if they were one. Before its first day a portfolio has
 * no value.
 */
export function combinedDays(histories: ReadonlyArray<readonly ValuedDay[]>): ValuedDay[] {
  const days = new Map<number, ValuedDay>();
  for (const history of histories)
    for (const { day, endValue, paidIn, takenOut } of history) {
      const sum = days.get(day) ?? { day, endValue: 0, paidIn: 0, takenOut: 0 };
      days.set(day, {
        day,
        endValue: sum.endValue + endValue,
        paidIn: sum.paidIn + paidIn,
        takenOut: sum.takenOut + takenOut,
      });
    }
  return [...days.values()].sort((a, b) => a.day - b.day);
}

/** Reports of up to this many days have returns by month; longer ones by year. */
const MAX_DAYS_BY_MONTH = 750;

/**
 * Returns the returns of calendar months, or of years in a long report.
 * @param days the first is the day before the period
 */
export function periodsOf(days: readonly ValuedDay[], benchmark: BenchmarkSeries | undefined): ReportPeriod[] {
  const digits = days.length <= MAX_DAYS_BY_MONTH ? 7 : 4;
  const nameOf = (day: number) => textOf(day).slice(0, digits);
  const periods: ReportPeriod[] = [];
  for (let at = 1; at < days.length; ) {
    const name = nameOf((days[at] as ValuedDay).day);
    let end = at;
    while (end + 1 < days.length && nameOf((days[end + 1] as ValuedDay).day) === name) end += 1;
    const before = days[at - 1] as ValuedDay;
    const own = [{ ...before, paidIn: 0, takenOut: 0 }, ...days.slice(at, end + 1)];
    const { startValue, endValue, netFlow, value } = performanceOf('twr', own);
    const [fromDay, toDay] = [(days[at] as ValuedDay).day, (days[end] as ValuedDay).day];
    periods.push({
      fromDay,
      toDay,
      startValue,
      endValue,
      netFlow,
      return: value,
      benchmarkReturn: returnBetween(benchmark, before.day, toDay),
    });
    at = end + 1;
  }
  return periods;
}

/** Returns the return of a benchmark between two days; null if the benchmark lacks one of the days. */
export function returnBetween(series: BenchmarkSeries | undefined, fromDay: number, toDay: number): number | null {
  const [start, end] = [series?.index[fromDay - series.firstDay], series?.index[toDay - series.firstDay]];
  return start === undefined || end === undefined ? null : end / start - 1;
}

/**
 * Returns at most `max` points at equal distances, the first and the last day of the period included.
 * @param days the first is the day before the period
 */
export function pointsOf(
  days: readonly ValuedDay[],
  benchmark: BenchmarkSeries | undefined,
  max: number,
): ReportPoint[] {
  const first = days[0]?.day ?? 0;
  const step = Math.ceil(days.length / (max - 1));
  let peak = 1;
  return indexedDays(days).flatMap(({ day, value, index }, at) => {
    peak = Math.max(peak, index);
    if (at !== 1 && (days.length - 1 - at) % step !== 0) return [];
    return [
      {
        day,
        value,
        return: index - 1,
        drawdown: index / peak - 1,
        benchmarkReturn: returnBetween(benchmark, first, day),
      },
    ];
  });
}
