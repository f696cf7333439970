import { type DayNumber, dayNumber, isWeekend } from '../../civil-day.js';

/** A weekday on which an exchange does not trade as usual. */
export interface SpecialDay {
  day: DayNumber;
  name: string;
  /** When regular trading ends, in minutes after midnight; null: there is none. */
  close: number | null;
}

/** The special days of an exchange in a year. */
export type HolidayRules = (year: number) => SpecialDays;

/** Gathers the special days of one year; weekends are never among them. */
export class SpecialDays {
  private readonly days = new Map<DayNumber, SpecialDay>();

  constructor(readonly year: number) {}

  /** In the order of the calendar. */
  get all(): SpecialDay[] {
    return [...this.days.values()].sort((a, b) => a.day - b.day);
  }

  on(day: DayNumber): SpecialDay | undefined {
    return this.days.get(day);
  }

  /** No trading. The first name stays where two holidays meet; a holiday beats an early close. */
  closed(name: string, ...days: DayNumber[]): this {
    for (const day of days) if (!isWeekend(day) && !this.isClosed(day)) this.days.set(day, { day, name, close: null });
    return this;
  }

  /** Trading ends at `close` (minutes after midnight), unless there is none. */
  early(name: string, close: number, ...days: DayNumber[]): this {
    for (const day of days) if (!isWeekend(day) && !this.days.has(day)) this.days.set(day, { day, name, close });
    return this;
  }

  /** Closed on days that no rule makes: those of `days` (`11-20`) by year. */
  once(year: number, name: string, ...days: string[]): this {
    return this.year === year ? this.closed(name, ...days.map((text) => this.at(Number(text.slice(0, 2)), Number(text.slice(3))))) : this;
  }

  /** A day of this year. @param month 1 to 12 */
  at(month: number, day: number): DayNumber {
    return dayNumber(this.year, month, day);
  }

  isClosed(day: DayNumber): boolean {
    return this.days.get(day)?.close === null;
  }
}
