import type { Token } from '../../../../language/token.js';
import type { Days, Grain } from './calendar.js';

/** A part of a question that names days. */
export interface DayMention {
  from: number;
  to: number;
  days: Days;
  grain: Exclude<Grain, 'hour'>;
  /** The corresponding day in the future, if the words do not say whether a past or a future day is meant. */
  next?: number;
  /**
   * Whether the mention is too short or too common to count alone: a weekday, a month, a year. It counts after words
   * such as `since` and `in`.
   */
  isWeak: boolean;
  /** Whether the mention ends now and not at the end of its unit: `this year`, `ytd`. */
  isOpen: boolean;
}

/** A date that chrono recognized, at positions of the text. */
export interface AbsoluteDate {
  start: number;
  end: number;
  year: number | undefined;
  month: number;
  date: number;
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const SHORT_WEEKDAYS: Readonly<Record<string, number>> = {
  mon: 0,
  tue: 1,
  tues: 1,
  wed: 2,
  thu: 3,
  thur: 3,
  thurs: 3,
  fri: 4,
};
export const monthOf = (word: string): number => {
  const found = MONTHS.findIndex(
    (name) => name === word || (word.length >= 3 && name.slice(0, word.length) === word && word.length <= 4),
  );
  return word === 'mar' || word !== 'ma' ? found : -1;
};
/** Returns the day of the week from 0 (Monday); −1 for other words. */
export const weekdayOf = (word: string): number => SHORT_WEEKDAYS[word] ?? WEEKDAYS.indexOf(word);
export const yearOf = (word: string | undefined): number | undefined =>
  word !== undefined && /^(?:19|20)\d\d$/.test(word) ? Number(word) : undefined;

/** Returns the word at an index; empty behind the last token. */
export const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';
export const mention = (
  from: number,
  to: number,
  days: Days,
  grain: DayMention['grain'],
  more: Partial<DayMention> = {},
): DayMention => ({
  from,
  to,
  days,
  grain,
  isWeak: false,
  isOpen: false,
  ...more,
});
