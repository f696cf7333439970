import { DAY_MS } from '../../../durations.js';
/** How trading time passes during a week. */
export type Rhythm = 'exchange' | 'currencies' | 'always';

/** Path positions per working day; a quarter of an exchange's daily movement happens before it opens. */
export const POSITIONS_PER_DAY = 32;
const OVERNIGHT = 8;
const POSITIONS_PER_WEEKEND_DAY = 4;
const WEEK = 5 * POSITIONS_PER_DAY + 2 * POSITIONS_PER_WEEKEND_DAY;

/** Returns the days since 1970-01-01 of a day such as `2026-11-20`. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns 0 for Monday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Returns the path position of the midnight before a day. Prices move little on weekends, unless they trade. */
function midnight(day: number, rhythm: Rhythm): number {
  if (rhythm === 'always') return day * POSITIONS_PER_DAY;
  const weekday = weekdayOf(day);
  const week = (day + 3 - weekday) / 7;
  return week * WEEK + (weekday < 5 ? weekday * POSITIONS_PER_DAY : 5 * POSITIONS_PER_DAY + (weekday - 5) * POSITIONS_PER_WEEKEND_DAY);
}

export function openingPosition(day: number, rhythm: Rhythm): number {
  if (rhythm !== 'exchange') return midnight(day, rhythm);
  return midnight(day, rhythm) + (weekdayOf(day) < 5 ? OVERNIGHT : 1);
}

export const closingPosition = (day: number, rhythm: Rhythm): number => midnight(day + 1, rhythm);
