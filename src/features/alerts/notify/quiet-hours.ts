import { type Weekday, weekdays } from '../../../accounts/account.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import { TimeZone } from '../../markets/calendar/time-zone.js';

/** Hours of the day in which an account gets no messages. */
export interface QuietHours {
  /**
   * Local times `HH:MM`. The start is inclusive and the end exclusive; an end before the start is on the next day, an
   * equal one is a whole day later.
   */
  from: string;
  to: string;
  /** IANA name. */
  timeZone: string;
  /** The days on which the hours start; every day by default. */
  days?: readonly Weekday[];
}

/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;

/**
 * Whether an instant is inside the quiet hours, by the wall clock of the zone. So hours that the clocks skip do not
 * occur, and hours that they repeat occur twice.
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
