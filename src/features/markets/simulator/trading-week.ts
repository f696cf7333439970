import { DAY_MS } from '../../../durations.js';
/** How a week passes for a price. */
export type Rhythm = 'exchange' | 'currencies' | 'always';

/** Units of position in a working day: a quarter of the movement of an exchange's day happens before it opens. */
export const WEEKDAY = 32;
const OVERNIGHT = 8;
const WEEKEND_DAY = 4;
const WEEK = 5 * WEEKDAY + 2 * WEEKEND_DAY;

/** Days since 1970-01-01 of a day such as `2026-11-20`. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** 0 for Monday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Where the midnight before a day lies on a price's path. Little happens at a weekend, unless trade goes on. */
function midnight(day: number, rhythm: Rhythm): number {
  if (rhythm === 'always') return day * WEEKDAY;
  const weekday = weekdayOf(day);
  const week = (day + 3 - weekday) / 7;
  return week * WEEK + (weekday < 5 ? weekday * WEEKDAY : 5 * WEEKDAY + (weekday - 5) * WEEKEND_DAY);
}

export function openingPosition(day: number, rhythm: Rhythm): number {
  if (rhythm !== 'exchange') return midnight(day, rhythm);
  return midnight(day, rhythm) + (weekdayOf(day) < 5 ? OVERNIGHT : 1);
}

export const closingPosition = (day: number, rhythm: Rhythm): number => midnight(day + 1, rhythm);
