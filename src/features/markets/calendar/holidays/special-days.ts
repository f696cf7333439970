import { type DayNumber, dayNumber, isWeekend } from '../../civil-day.js';

/** A weekday without trading or with an early close. */
export interface SpecialDay {
  day: DayNumber;
  name: string;
  /** End of regular trading, in minutes after midnight; null: no trading. */
  close: number | null;
}

/** Returns the special days of an exchange in a year. */
export type HolidayRules = (year: number) => SpecialDays;

/** Collects the special days of one year; weekends are ignored. */
export class SpecialDays {
  private readonly days = new Map<DayNumber, SpecialDay>();

  constructor(readonly year: number) {}

  /** All special days in calendar order. */
  get all(): SpecialDay[] {
    return [...this.days.values()].sort((a, b) => a.day - b.day);
  }

  on(day: DayNumber): SpecialDay | undefined {
    return this.days.get(day);
  }

  /** Marks days without trading. The first name is kept when holidays coincide; a holiday replaces an early close. */
  closed(name: string, ...days: DayNumber[]): this {
    for (const day of days) if (!isWeekend(day) && !this.isClosed(day)) this.days.set(day, { day, name, close: null });
    return this;
  }

  /** Marks days on which trading ends at `close` (minutes after midnight), unless there is no trading. */
  early(name: string, close: number, ...days: DayNumber[]): this {
    for (const day of days) if (!isWeekend(day) && !this.days.has(day)) this.days.set(day, { day, name, close });
    return this;
  }

  /** Marks unscheduled closures. @param days of the year, as `11-20` */
  once(year: number, name: string, ...days: string[]): this {
    return this.year === year
      ? this.closed(name, ...days.map((text) => this.at(Number(text.slice(0, 2)), Number(text.slice(3)))))
      : this;
  }

  /** Returns a day of this year. @param month 1 to 12 */
  at(month: number, day: number): DayNumber {
    return dayNumber(this.year, month, day);
  }

  isClosed(day: DayNumber): boolean {
    return this.days.get(day)?.close === null;
  }
}
