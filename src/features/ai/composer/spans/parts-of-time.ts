import type { Token } from '../../../../language/token.js';
import { type Calendar, dayOf } from './calendar.js';
import { type DayMention, mention, monthOf, wordAt, yearOf } from './day-mention.js';

/** First and last day of the parts of a month; undefined: the last day of the month. */
const PARTS: Readonly<Record<string, readonly [from: number, to: number | undefined]>> = {
  early: [1, 10],
  start: [1, 10],
  beginning: [1, 10],
  mid: [11, 20],
  middle: [11, 20],
  late: [21, undefined],
};

/**
 * Returns a part of a month: `mid October`, `early in November 2025`, `Anfang November`. `start of November` is a
 * single day instead.
 */
export function partOfMonth(tokens: readonly Token[], at: number, calendar: Calendar): DayMention | undefined {
  const part = PARTS[wordAt(tokens, at)];
  if (part === undefined) return undefined;
  const isOf = ['of', 'in'].includes(wordAt(tokens, at + 1));
  if (isOf && ['start', 'beginning'].includes(wordAt(tokens, at))) return undefined;
  const name = isOf ? at + 2 : at + 1;
  const month = wordAt(tokens, name).length >= 3 ? monthOf(wordAt(tokens, name)) : -1;
  if (month < 0) return undefined;
  const year = yearOf(wordAt(tokens, name + 1));
  const whole = calendar.month(month, year);
  const [from, to] = part;
  const days = { from: whole.from + from - 1, to: to === undefined ? whole.to : whole.from + to };
  return mention(at, year === undefined ? name + 1 : name + 2, days, 'week');
}

const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, six: 6, nine: 9 };

/** Returns some months of a year: `last three months of 2025`, `first 6 months of 2026`. */
export function monthsOfYear(tokens: readonly Token[], at: number): DayMention | undefined {
  const edge = wordAt(tokens, at);
  if (edge !== 'first' && edge !== 'last') return undefined;
  const count = COUNTS[wordAt(tokens, at + 1)] ?? Number(/^\d{1,2}$/.exec(wordAt(tokens, at + 1))?.[0] ?? 0);
  const year = yearOf(wordAt(tokens, at + 4));
  if (count < 1 || count > 12 || wordAt(tokens, at + 2) !== 'months' || wordAt(tokens, at + 3) !== 'of')
    return undefined;
  if (year === undefined) return undefined;
  const days =
    edge === 'first'
      ? { from: dayOf(year, 0), to: dayOf(year, count) }
      : { from: dayOf(year, 12 - count), to: dayOf(year, 12) };
  return mention(at, at + 5, days, 'month');
}
