import { DAY_MS } from '../../../time/durations.js';
import type { DayNumber } from '../civil-day.js';

export const dayCounts = ['ACT/ACT', '30/360', '30E/360', 'ACT/360', 'ACT/365'] as const;
/** A convention by which interest accrues within a coupon period; `ACT/ACT` is that of ICMA. */
export type DayCount = (typeof dayCounts)[number];

interface CivilDate {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

export function civilDate(number: DayNumber): CivilDate {
  const date = new Date(number * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * Returns the days from one day to a later one by a convention.
 *
 * - `30/360`: the Bond Basis, 2006 ISDA Definitions, section 4.16(f).
 * - `30E/360`: the Eurobond Basis, section 4.16(g).
 * - The others: the actual number of days.
 */
export function daysBetween(convention: DayCount, from: DayNumber, to: DayNumber): number {
  if (convention !== '30/360' && convention !== '30E/360') return to - from;
  const [start, end] = [civilDate(from), civilDate(to)];
  const first = Math.min(start.day, 30);
  const last = convention === '30E/360' || first === 30 ? Math.min(end.day, 30) : end.day;
  return 360 * (end.year - start.year) + 30 * (end.month - start.month) + last - first;
}

/**
 * Returns the fraction of a year from one day to a later one.
 *
 * `ACT/ACT` (ICMA rule 251): the actual days of each coupon period, divided by the length of the period and by the
 * number of periods in a year.
 * @param grid the regular coupon days, ascending, from at most `from` to at least `to`; only for `ACT/ACT`
 * @param frequency number of coupon periods in a year
 */
export function yearFraction(
  convention: DayCount,
  from: DayNumber,
  to: DayNumber,
  grid: readonly DayNumber[],
  frequency: number,
): number {
  if (convention !== 'ACT/ACT') return daysBetween(convention, from, to) / (convention === 'ACT/365' ? 365 : 360);
  let periods = 0;
  for (let index = 1; index < grid.length; index += 1) {
    const [start, end] = [grid[index - 1] as DayNumber, grid[index] as DayNumber];
    const days = Math.min(end, to) - Math.max(start, from);
    if (days > 0) periods += days / (end - start);
  }
  return periods / frequency;
}
