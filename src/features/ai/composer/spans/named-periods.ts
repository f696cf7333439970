import type { Token } from '../../../../language/token.js';
import { HOUR_MS } from '../../../../time/durations.js';
import { type Calendar, dayOf, isoDay } from './calendar.js';
import { type DayMention, mention, monthOf, wordAt, yearOf } from './day-mention.js';
import { numberWordsAt } from './quantities.js';
import type { AnySpan, Period } from './span.js';

export const periodSpan = (from: number, to: number, value: Period): AnySpan => ({
  type: 'period',
  from,
  to,
  value,
  isExact: true,
});
/** Returns the period of `overnight`, `last night` or `during the night`: from 18:00 until 8:00. */
export function overnight(tokens: readonly Token[], at: number, calendar: Calendar): AnySpan | undefined {
  const word = wordAt(tokens, at);
  const isDuring = ['during', 'in'].includes(word) && wordAt(tokens, at + 1) === 'the';
  const night = isDuring ? at + 2 : word === 'last' ? at + 1 : undefined;
  const to = night !== undefined && wordAt(tokens, night) === 'night' ? night + 1 : at + 1;
  if (word !== 'overnight' && to === at + 1) return undefined;
  const midnight = calendar.startOf(calendar.today);
  const days = {
    firstDay: isoDay(calendar.today - 1),
    endDay: isoDay(calendar.today + 1),
    lastDay: isoDay(calendar.today),
  };
  return periodSpan(at, to, {
    from: new Date(midnight - 6 * HOUR_MS),
    to: new Date(midnight + 8 * HOUR_MS),
    grain: 'hour',
    ...days,
  });
}

/** Returns the period of `last 5 trading days`: weekdays, today among them. */
export function tradingDays(tokens: readonly Token[], at: number, calendar: Calendar): AnySpan | undefined {
  const start = wordAt(tokens, at + 1) === 'the' ? at + 2 : at + 1;
  const count = numberWordsAt(tokens, start)?.value ?? Number(/^\d{1,2}$/.exec(wordAt(tokens, start))?.[0] ?? 0);
  const isWork = ['trading', 'business', 'working'].includes(wordAt(tokens, start + 1));
  if (count < 1 || !isWork || !['days', 'sessions'].includes(wordAt(tokens, start + 2))) return undefined;
  let day = calendar.today + 1;
  for (let left = count; left > 0; ) {
    day -= 1;
    if (calendar.weekday(day) < 5) left -= 1;
  }
  const from = new Date(calendar.startOf(day));
  const days = { firstDay: isoDay(day), endDay: isoDay(calendar.today + 1), lastDay: isoDay(calendar.today) };
  return periodSpan(at, start + 3, { from, to: undefined, grain: 'day', ...days });
}

/** First and last day of the parts of a month; undefined: the last day of the month. */
const PARTS: Readonly<Record<string, readonly [from: number, to: number | undefined]>> = {
  early: [1, 10],
  start: [1, 10],
  beginning: [1, 10],
  mid: [11, 20],
  middle: [11, 20],
  late: [21, undefined],
};

/** First and last day of the halves of a month; undefined: the last day of the month. */
const HALVES: Readonly<Record<string, readonly [from: number, to: number | undefined]>> = {
  first: [1, 15],
  second: [16, undefined],
  last: [16, undefined],
};

/**
 * Returns a part of a month: `mid October`, `first half of October`, `early in November 2025`, `Anfang November`.
 * `start of November` is a single day instead.
 */
export function partOfMonth(tokens: readonly Token[], at: number, calendar: Calendar): DayMention | undefined {
  const isHalf = wordAt(tokens, at + 1) === 'half';
  const part = isHalf ? HALVES[wordAt(tokens, at)] : PARTS[wordAt(tokens, at)];
  if (part === undefined) return undefined;
  const end = isHalf ? at + 2 : at + 1;
  const isOf = ['of', 'in'].includes(wordAt(tokens, end));
  if (isOf && ['start', 'beginning'].includes(wordAt(tokens, at))) return undefined;
  const name = isOf ? end + 1 : end;
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

/**
 * Returns the number of words in the name of a holiday (one to three), and its days this year and next year; undefined
 * for other words.
 * @param phrase returns the next `count` words
 */
export function holidayAt(
  phrase: (count: number) => string,
  { present: { year } }: Calendar,
): { words: number; days: number[] } | undefined {
  const years = [year - 1, year, year + 1];
  const fixed = (words: number, month: number, date: number) => ({
    words,
    days: years.map((each) => dayOf(each, month, date)),
  });
  for (const words of [3, 2, 1]) {
    const text = phrase(words).replace(/ day$/, '');
    const length = phrase(words).endsWith(' day') || words === text.split(' ').length ? words : 0;
    if (length === 0) continue;
    if (text === 'xmas eve') return fixed(words, 11, 24);
    if (text === 'christmas' || text === 'xmas') return fixed(words, 11, 25);
    if (text === 'christmas eve') return fixed(words, 11, 24);
    if (text === 'boxing') return fixed(words, 11, 26);
    if (text === 'new year' || text === 'new years') return fixed(words, 0, 1);
    if (text === 'new years eve' || text === 'new year eve') return fixed(words, 11, 31);
    if (text === 'independence') return fixed(words, 6, 4);
    // Thanksgiving is the fourth Thursday of November.
    if (text === 'thanksgiving')
      return {
        words,
        days: years.map((each) => dayOf(each, 10, 22 + ((11 - new Date(Date.UTC(each, 10, 1)).getUTCDay()) % 7))),
      };
  }
  return undefined;
}
