import { DAY_MS } from '../../../durations.js';

/** Central banks publish a day's rates in its afternoon: the ECB about 16:00 in Frankfurt, which is 14:00 UTC at the earliest. */
const DUE_HOUR = 14;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The newest day whose rates may have been published: a weekday. Public holidays are not known here. */
export function newestDueDay(now: number): string {
  return dayOf(lastDue(now));
}

/** When the rates of the next day are due (ms since the epoch). */
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
