import { type Weekday, weekdays } from '../../../accounts/account.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import { TimeZone } from '../../../time/time-zone.js';

/** Hours of the day in which an account receives no alerts. */
export interface QuietHours {
  /**
   * Local times `HH:MM`; the start is inclusive, the end exclusive. An end before the start is on the next day; an end
   * equal to the start is one day later.
   */
  from: string;
  to: string;
  /** IANA name of the time zone. */
  timeZone: string;
  /** Days of the week on which the quiet hours start. Default: every day. */
  days?: readonly Weekday[];
}

/** Day of the week of 1970-01-01, a Thursday. */
const FIRST_WEEKDAY = 4;

/**
 * Whether a time is inside the quiet hours by the wall clock of the time zone. Local hours that daylight saving time
 * skips do not occur, and repeated ones occur twice.
 */
export function isQuiet({ from, to, timeZone, days = weekdays }: QuietHours, instant: number): boolean {
  const local = instant + TimeZone.of(timeZone).offsetAt(instant);
  const today = Math.floor(local / DAY_MS);
  const time = local - today * DAY_MS;
  const [start, end] = [timeOf(from), timeOf(to)];
  const startsOn = (day: number) => days.includes(weekdays[(((day + FIRST_WEEKDAY) % 7) + 7) % 7] as Weekday);
  if (start < end) return time >= start && time < end && startsOn(today);
  return (time >= start && startsOn(today)) || (time < end && startsOn(today - 1));
}

function timeOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}
