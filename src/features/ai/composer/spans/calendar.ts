import { DAY_MS } from '../../../../time/durations.js';
import { TimeZone } from '../../../../time/time-zone.js';

export type Grain = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** A range of whole days in the user's time zone, as days since 1970; `to` is exclusive. */
export interface Days {
  from: number;
  to: number;
}

/** Calendar of a user at one moment, in the user's time zone. */
export class Calendar {
  /** Today in the user's time zone, in days since 1970. */
  readonly today: number;
  private readonly starts = new Map<number, number>();

  constructor(
    readonly now: Date,
    readonly timeZone: string,
  ) {
    let day = Math.floor(now.getTime() / DAY_MS) + 1;
    while (this.startOf(day) > now.getTime()) day -= 1;
    this.today = day;
  }

  /** Returns the time (ms) at which a day begins in the user's time zone. */
  startOf(day: number): number {
    const known = this.starts.get(day);
    if (known !== undefined) return known;
    const start = this.timeZone === 'UTC' ? day * DAY_MS : TimeZone.of(this.timeZone).instantOf(day);
    this.starts.set(day, start);
    return start;
  }

  /** Returns the day of the week, from 0 (Monday). */
  weekday(day: number): number {
    return (((day + 3) % 7) + 7) % 7;
  }

  /** Returns the day, week, month, quarter or year that is `offset` units after the unit that contains `day`. */
  unit(grain: Exclude<Grain, 'hour'>, offset: number, day = this.today): Days {
    if (grain === 'day') return { from: day + offset, to: day + offset + 1 };
    if (grain === 'week') {
      const monday = day - this.weekday(day) + offset * 7;
      return { from: monday, to: monday + 7 };
    }
    const months = { month: 1, quarter: 3, year: 12 }[grain];
    const date = new Date(day * DAY_MS);
    const first = Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months) * months + offset * months;
    return { from: dayOf(0, first), to: dayOf(0, first + months) };
  }

  /** Returns the latest month `month` (0–11) that has begun, or that month of `year`. */
  month(month: number, year?: number): Days {
    const { year: present, month: now } = this.present;
    const of = year ?? (month > now ? present - 1 : present);
    return { from: dayOf(of, month), to: dayOf(of, month + 1) };
  }

  get present(): { year: number; month: number } {
    const date = new Date(this.today * DAY_MS);
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
  }

  /** Returns the same day of the month, some months earlier; the last day of that month if it is shorter. */
  monthsBefore(day: number, count: number): number {
    const date = new Date(day * DAY_MS);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - count];
    return Math.min(dayOf(year, month) + date.getUTCDate() - 1, dayOf(year, month + 1) - 1);
  }
}

/**
 * Returns a day as days since 1970. `month` is counted from 0 and may exceed 11: month 24,000 of year 0 is January
 * 2000.
 */
export const dayOf = (year: number, month: number, date = 1): number =>
  Math.round(Date.UTC(year + Math.floor(month / 12), ((month % 12) + 12) % 12, date) / DAY_MS);

/** Returns a day as `2026-11-20`. */
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
