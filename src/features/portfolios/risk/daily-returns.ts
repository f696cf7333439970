import type { BenchmarkSeries } from '../benchmark/benchmark-series.js';
import { isWeekday, nextWeekday } from '../day.js';
import { dayReturn, type ValuedDay } from '../returns/time-weighted.js';

export interface DailyReturn {
  /** The day, in days since 1970-01-01. */
  day: number;
  /** Return as a fraction: 0.01 is a gain of 1 %. */
  value: number;
}

/** Changes at a weekend below this are rounding errors. */
const ROUNDING = 1e-12;

/**
 * Computes the returns of all days with invested capital, weekends included.
 * @param days ascending; the first is the day before the period
 */
export function calendarReturns(days: readonly ValuedDay[]): DailyReturn[] {
  return days.slice(1).flatMap((valued, index) => {
    const value = dayReturn((days[index] as ValuedDay).endValue, valued);
    return value === null ? [] : [{ day: valued.day, value }];
  });
}

/**
 * Computes the returns of trading days, of which annual figures assume 252 a year. Exchanges are closed at weekends,
 * and zeros would lower the volatility; changes at a weekend, such as those of crypto-assets, are compounded into the
 * next weekday. A weekend with a change but without a following weekday in the period is an observation of its own, on
 * its last day, so that the returns always link to the return of the period.
 * @param returns ascending
 * @param lastDay the end of the period
 */
export function tradingReturns(returns: readonly DailyReturn[], lastDay: number): DailyReturn[] {
  const observed: DailyReturn[] = [];
  let weekend: { growth: number; day: number } | undefined;
  for (const { day, value } of returns) {
    // If the next weekday has no return (the capital was taken out), the weekend's return is assigned to that day.
    if (weekend !== undefined && nextWeekday(weekend.day) < day) {
      observed.push({ day: nextWeekday(weekend.day), value: weekend.growth - 1 });
      weekend = undefined;
    }
    if (isWeekday(day)) {
      observed.push({ day, value: weekend === undefined ? value : weekend.growth * (1 + value) - 1 });
      weekend = undefined;
    } else if (Math.abs(value) > ROUNDING) weekend = { growth: (weekend?.growth ?? 1) * (1 + value), day };
  }
  if (weekend !== undefined)
    observed.push({ day: Math.min(nextWeekday(weekend.day), lastDay), value: weekend.growth - 1 });
  return observed;
}

/** Returns the returns of the trading days on which all components of a benchmark have a price, by day. */
export function benchmarkReturns({ firstDay, index, isTraded }: BenchmarkSeries): Map<number, number> {
  const changes: DailyReturn[] = [];
  for (let at = 1; at < index.length; at += 1)
    changes.push({ day: firstDay + at, value: (index[at] as number) / (index[at - 1] as number) - 1 });
  const returns = tradingReturns(changes, firstDay + index.length - 1);
  return new Map(
    returns.flatMap(({ day, value }) =>
      isTraded[day - firstDay] === 1 && Number.isFinite(value) ? [[day, value]] : [],
    ),
  );
}
