import { DAY_MS } from '../../time/durations.js';
/** A day of the Gregorian calendar, as the number of days since 1970-01-01. */
export type DayNumber = number;

export const SUNDAY = 0;
export const MONDAY = 1;
export const WEDNESDAY = 3;
export const THURSDAY = 4;
export const FRIDAY = 5;
export const SATURDAY = 6;

/** Returns a day of the Gregorian calendar as a number. @param month 1 to 12 */
export function dayNumber(year: number, month: number, day: number): DayNumber {
  const date = new Date(0);
  // `setUTCFullYear`, unlike `Date.UTC`, does not move the years 0 to 99 to 1900 to 1999.
  return date.setUTCFullYear(year, month - 1, day) / DAY_MS;
}

/** Returns the number of a day such as `2026-11-20`; NaN for an invalid text. */
export const parseDay = (text: string): DayNumber => Date.parse(`${text}T00:00:00Z`) / DAY_MS;

/**
 * Formatted days by number, because responses repeat the same days. At most `MAX_TEXTS` are kept, more days than
 * calendars cover.
 */
const texts = new Map<DayNumber, string>();
const MAX_TEXTS = 50_000;

export function formatDay(day: DayNumber): string {
  const known = texts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (texts.size < MAX_TEXTS) texts.set(day, text);
  return text;
}

/** Returns the day (UTC) of a time or day in RFC 3339; undefined for undefined. */
export const utcDay = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : new Date(text).toISOString().slice(0, 10);

export const yearOf = (day: DayNumber): number => new Date(day * DAY_MS).getUTCFullYear();

/** Returns the weekday of a day; 0 is Sunday. */
export const weekdayOf = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7;

export const isWeekend = (day: DayNumber): boolean => weekdayOf(day) === SUNDAY || weekdayOf(day) === SATURDAY;

/** Returns the first day on or after `day` that is the given weekday. */
export const weekdayFrom = (day: DayNumber, weekday: number): DayNumber => day + ((weekday - weekdayOf(day) + 7) % 7);

/** Returns the nth given weekday of a month. @param nth 1 is the first of the month */
export const nthWeekday = (year: number, month: number, weekday: number, nth: number): DayNumber =>
  weekdayFrom(dayNumber(year, month, 1), weekday) + (nth - 1) * 7;

export const lastWeekday = (year: number, month: number, weekday: number): DayNumber =>
  weekdayFrom(dayNumber(year, month + 1, 1) - 7, weekday);

/** Returns Easter Sunday, by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): DayNumber {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayNumber(year, Math.floor(n / 31), (n % 31) + 1);
}

/** Moves a Saturday to the Friday before, a Sunday to the Monday after. */
export function nearestWorkday(day: DayNumber): DayNumber {
  if (weekdayOf(day) === SATURDAY) return day - 1;
  return weekdayOf(day) === SUNDAY ? day + 1 : day;
}

/** Moves a weekend day to the Monday after. */
export const orMonday = (day: DayNumber): DayNumber => (isWeekend(day) ? weekdayFrom(day, MONDAY) : day);

/** Moves a weekend day to the Friday before. */
export const fridayIfWeekend = (day: DayNumber): DayNumber => (isWeekend(day) ? weekdayFrom(day - 2, FRIDAY) : day);
