import { DAY_MS } from '../../time/durations.js';

// A day is the number of days since 1970-01-01 (UTC).
export const dayOf = (time: Date): number => Math.floor(time.getTime() / DAY_MS);
export const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const endOf = (day: number): Date => new Date((day + 1) * DAY_MS - 1);

/** Returns false on Saturday and Sunday. 1970-01-01 was a Thursday. */
export const isWeekday = (day: number): boolean => (day + 4) % 7 !== 0 && (day + 4) % 7 !== 6;

/** Returns the first weekday after a day. */
export const nextWeekday = (day: number): number => (isWeekday(day + 1) ? day + 1 : nextWeekday(day + 1));
