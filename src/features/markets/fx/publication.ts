import { DAY_MS } from '../../../time/durations.js';

/**
 * Hour (UTC) from which a day's rates may be published: the ECB publishes at about 16:00 in Frankfurt, which is 14:00
 * UTC at the earliest.
 */
const DUE_HOUR = 14;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the latest weekday whose rates may have been published. Holidays are not considered. */
export function newestDueDay(now: number): string {
  return dayOf(lastDue(now));
}

/** Returns the time (ms since 1970) at which the next rates are due. */
export function nextPublication(now: number): number {
  let due = startOf(now) + DUE_HOUR * 3_600_000;
  while (due <= now || isWeekend(due)) due += DAY_MS;
  return due;
}

function lastDue(now: number): number {
  let due = startOf(now) + DUE_HOUR * 3_600_000;
  while (due > now || isWeekend(due)) due -= DAY_MS;
  return due;
}

const startOf = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

function isWeekend(ms: number): boolean {
  const weekday = new Date(ms).getUTCDay();
  return weekday === 0 || weekday === 6;
}
