import { dayReturn, type ValuedDay } from './time-weighted.js';

/** A day of a portfolio with its time-weighted return. */
export interface IndexedDay {
  /** The day, in days since 1970-01-01. */
  day: number;
  /** Value at the end of the day. */
  value: number;
  /** The return of the day as a fraction; null without invested capital. */
  return: number | null;
  /** The linked returns since the first day: 1.05 is a gain of 5 %. Days without a return do not change it. */
  index: number;
}

/**
 * Links the returns of days.
 * @param days ascending; the first is the day before the period and has no return
 * @returns one entry for each day, the first with the index 1
 */
export function indexedDays(days: readonly ValuedDay[]): IndexedDay[] {
  let index = 1;
  return days.map((valued, at) => {
    const own = at === 0 ? null : dayReturn((days[at - 1] as ValuedDay).endValue, valued);
    index *= 1 + (own ?? 0);
    return { day: valued.day, value: valued.endValue, return: own, index };
  });
}
