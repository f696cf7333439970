import type { Token } from '../../../../language/token.js';
import { DAY_MS } from '../../../../time/durations.js';
import { type Calendar, dayOf, type Grain } from './calendar.js';
import { type AbsoluteDate, type DayMention, mention, monthOf, weekdayOf, wordAt, yearOf } from './day-mention.js';
import { holidayAt, monthsOfYear, partOfMonth } from './named-periods.js';

const TO_DATE: Readonly<Record<string, Exclude<Grain, 'hour' | 'day'>>> = {
  ytd: 'year',
  qtd: 'quarter',
  mtd: 'month',
  wtd: 'week',
};
const UNITS = ['week', 'month', 'quarter', 'year'] as const;

/** Returns the longest mention of days that begins at a token; undefined without one. */
export function daysAt(
  tokens: readonly Token[],
  at: number,
  calendar: Calendar,
  dates: readonly AbsoluteDate[],
): DayMention | undefined {
  return (
    namedDay(tokens, at, calendar) ??
    weekOf(tokens, at, calendar, dates) ??
    partOfMonth(tokens, at, calendar) ??
    monthsOfYear(tokens, at) ??
    dashedDates(tokens, at, calendar) ??
    absoluteDate(tokens, at, calendar, dates) ??
    writtenDate(tokens, at, calendar) ??
    partOfYear(tokens, at, calendar) ??
    unitOfTime(tokens, at, calendar) ??
    weekday(tokens, at, calendar)
  );
}

/** @param isShifted whether the day is the one of `the day after`, which is not shifted again */
function namedDay(tokens: readonly Token[], at: number, calendar: Calendar, isShifted = false): DayMention | undefined {
  const { today } = calendar;
  const word = wordAt(tokens, at);
  const one = (day: number, to = at + 1) => mention(at, to, { from: day, to: day + 1 }, 'day');
  if (word === 'today') return one(today);
  if (word === 'yesterday') return one(today - 1);
  if (word === 'tomorrow') return one(today + 1);
  const phrase = (count: number) =>
    tokens
      .slice(at, at + count)
      .map(({ word: each }) => each)
      .join(' ');
  if (phrase(4) === 'the day before yesterday') return one(today - 2, at + 4);
  // `the day after Thanksgiving`
  const shift = { 'the day after': 1, 'day after': 1, 'the day before': -1, 'day before': -1 };
  const led = isShifted ? undefined : ([3, 2] as const).find((length) => phrase(length) in shift);
  const neighbor = led === undefined ? undefined : namedDay(tokens, at + led, calendar, true);
  if (led !== undefined && neighbor !== undefined) {
    const by = shift[phrase(led) as keyof typeof shift];
    const { from } = neighbor.days;
    const next = neighbor.next === undefined ? undefined : neighbor.next + by;
    return mention(at, neighbor.to, { from: from + by, to: from + by + 1 }, 'day', { next });
  }
  const holiday = holidayAt(phrase, calendar);
  if (holiday === undefined) return undefined;
  const day = holiday.days.findLast((candidate) => candidate <= today) ?? (holiday.days[0] as number);
  const next = holiday.days.find((candidate) => candidate >= today);
  return mention(at, at + holiday.words, { from: day, to: day + 1 }, 'day', { next });
}

/** Returns the week, from Monday, that contains a date: `the week of 2 November`, `week of the 9th`. */
function weekOf(
  tokens: readonly Token[],
  at: number,
  calendar: Calendar,
  dates: readonly AbsoluteDate[],
): DayMention | undefined {
  if (wordAt(tokens, at) !== 'week' || !['of', 'from', 'beginning', 'starting'].includes(wordAt(tokens, at + 1)))
    return undefined;
  const day = absoluteDate(tokens, at + 2, calendar, dates) ?? writtenDate(tokens, at + 2, calendar);
  // `week from 9 to 15 November` is a range.
  if (wordAt(tokens, at + 1) === 'from' && wordAt(tokens, at + 3) === 'to') return undefined;
  return day === undefined ? undefined : mention(at, day.to, calendar.unit('week', 0, day.days.from), 'week');
}

/** Returns an ISO date, such as `2026-10-31`, which may also end a range. */
function isoDate(tokens: readonly Token[], at: number, calendar: Calendar): DayMention | undefined {
  const [, year, month, date] = /^(20\d\d|19\d\d)-(\d\d)-(\d\d)$/.exec(wordAt(tokens, at)) ?? [];
  if (year === undefined || Number(month) > 12 || dateOf(String(Number(date))) === undefined) return undefined;
  return dateMention(at, at + 1, { year: Number(year), month: Number(month) - 1, date: Number(date) }, calendar);
}

function absoluteDate(
  tokens: readonly Token[],
  at: number,
  calendar: Calendar,
  dates: readonly AbsoluteDate[],
): DayMention | undefined {
  const iso = isoDate(tokens, at, calendar);
  if (iso !== undefined) return iso;
  const start = tokens[at]?.start;
  const found = dates.find((date) => date.start === start);
  if (found === undefined) return undefined;
  let to = at + 1;
  while (to < tokens.length && (tokens[to] as Token).start < found.end) to += 1;
  return dateMention(at, to, found, calendar);
}

const MAX_DATE = 31;
const dateOf = (word: string): number | undefined => {
  const date = Number(/^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(word)?.[1] ?? 0);
  return date >= 1 && date <= MAX_DATE ? date : undefined;
};

const ORDINAL_DATES =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
/** Returns the day of the month of an ordinal: `third` in `the third of november` and `third november`. */
function ordinalDate(tokens: readonly Token[], at: number): number | undefined {
  const date = ORDINAL_DATES.indexOf(wordAt(tokens, at)) + 1;
  const name = wordAt(tokens, at + 1) === 'of' ? at + 2 : at + 1;
  return date > 0 && strictMonthOf(wordAt(tokens, name)) >= 0 ? date : undefined;
}

/** Returns days of a month with a dash between them: `1-15 october`, `Nov 3-7`. */
function dashedDates(tokens: readonly Token[], at: number, calendar: Calendar): DayMention | undefined {
  const isFirst = strictMonthOf(wordAt(tokens, at)) < 0;
  const [, first, last] = /^(\d{1,2})-(\d{1,2})$/.exec(wordAt(tokens, isFirst ? at : at + 1)) ?? [];
  const [from, to] = [dateOf(first ?? ''), dateOf(last ?? '')];
  const name = !isFirst ? at : wordAt(tokens, at + 1) === 'of' ? at + 2 : at + 1;
  const month = strictMonthOf(wordAt(tokens, name));
  if (from === undefined || to === undefined || month < 0 || to < from) return undefined;
  const end = isFirst ? name + 1 : at + 2;
  const year = yearOf(wordAt(tokens, end));
  const date = dateMention(at, year === undefined ? end : end + 1, { year, month, date: from }, calendar);
  return { ...date, days: { from: date.days.from, to: date.days.from + to - from + 1 } };
}

/**
 * Returns a written date: `17 november`, `the 17th of november`, `november 17`, `on the 17th`, `14 and 15 november`.
 */
function writtenDate(tokens: readonly Token[], at: number, calendar: Calendar): DayMention | undefined {
  const [, first, last] = /^(\d{1,2})[-/](\d{1,2})$/.exec(wordAt(tokens, at)) ?? [];
  const start = wordAt(tokens, at) === 'the' ? at + 1 : at;
  const date = dateOf(first ?? wordAt(tokens, start)) ?? ordinalDate(tokens, start);
  const next = wordAt(tokens, start + 1) === 'of' ? start + 2 : start + 1;
  const month = strictMonthOf(wordAt(tokens, next));
  if (date !== undefined && month >= 0) {
    const year = yearOf(wordAt(tokens, next + 1));
    const found = dateMention(at, year === undefined ? next + 1 : next + 2, { year, month, date }, calendar);
    const until = dateOf(last ?? '');
    return until === undefined || until < date
      ? found
      : { ...found, days: { from: found.days.from, to: found.days.from + until - date + 1 } };
  }
  const named = strictMonthOf(wordAt(tokens, at));
  const behind = dateOf(wordAt(tokens, wordAt(tokens, at + 1) === 'the' ? at + 2 : at + 1));
  if (named >= 0 && behind !== undefined) {
    const end = wordAt(tokens, at + 1) === 'the' ? at + 3 : at + 2;
    const year = yearOf(wordAt(tokens, end));
    return dateMention(at, year === undefined ? end : end + 1, { year, month: named, date: behind }, calendar);
  }
  return dayOfThisMonth(tokens, at, start, calendar);
}

/**
 * Returns a day without a month, such as `the 17th`: of this month, or of the previous month if it would be in the
 * future.
 */
function dayOfThisMonth(
  tokens: readonly Token[],
  at: number,
  start: number,
  calendar: Calendar,
): DayMention | undefined {
  if (start === at || !/^\d{1,2}(?:st|nd|rd|th)$/.test(wordAt(tokens, start))) return undefined;
  const date = dateOf(wordAt(tokens, start));
  if (date === undefined || UNITS.some((unit) => unit === wordAt(tokens, start + 1))) return undefined;
  const { year, month } = calendar.present;
  const present = dayOf(year, month, date);
  const past = present > calendar.today ? dayOf(year, month - 1, date) : present;
  const next = present >= calendar.today ? present : dayOf(year, month + 1, date);
  return mention(at, start + 1, { from: past, to: past + 1 }, 'day', { next });
}

/** Returns the number of a month, from 0; −1 for other words and for fewer than three letters. */
const strictMonthOf = (word: string): number => (word.length >= 3 ? monthOf(word === 'sept' ? 'sep' : word) : -1);

function dateMention(
  at: number,
  to: number,
  { year, month, date }: { year: number | undefined; month: number; date: number },
  calendar: Calendar,
): DayMention {
  const present = dayOf(year ?? calendar.present.year, month, date);
  const past = year === undefined && present > calendar.today ? dayOf(calendar.present.year - 1, month, date) : present;
  const next =
    year === undefined
      ? present >= calendar.today
        ? present
        : dayOf(calendar.present.year + 1, month, date)
      : undefined;
  return mention(at, to, { from: past, to: past + 1 }, 'day', { next });
}

/** Returns a unit of time: `last week`, `this year`, `ytd`, `year to date`, `start of the month`, `end of october`. */
function unitOfTime(tokens: readonly Token[], at: number, calendar: Calendar): DayMention | undefined {
  const word = wordAt(tokens, at);
  const short = TO_DATE[word];
  if (short !== undefined) return mention(at, at + 1, calendar.unit(short, 0), short, { isOpen: true });
  const unit = UNITS.find((name) => name === word);
  if (unit !== undefined && wordAt(tokens, at + 1) === 'to' && wordAt(tokens, at + 2) === 'date')
    return mention(at, at + 3, calendar.unit(unit, 0), unit, { isOpen: true });
  if (['start', 'beginning', 'begin', 'end'].includes(word) && wordAt(tokens, at + 1) === 'of') {
    return edgeOf(tokens, at, at + 2, calendar);
  }
  // In `year end 2025` and `month end`, the unit precedes `end`.
  const ended = UNITS.find((name) => name === word);
  if (ended !== undefined && wordAt(tokens, at + 1) === 'end') {
    const year = ended === 'year' ? yearOf(wordAt(tokens, at + 2)) : undefined;
    const whole = year === undefined ? calendar.unit(ended, -1) : { to: dayOf(year + 1, 0) };
    return mention(at, year === undefined ? at + 2 : at + 3, { from: whole.to - 1, to: whole.to }, 'day');
  }
  // `end september` is the translation of `Ende September`.
  if (word === 'end' && strictMonthOf(wordAt(tokens, at + 1)) >= 0) return edgeOf(tokens, at, at + 1, calendar);
  if (word === 'weekend') {
    const saturday = calendar.today - calendar.weekday(calendar.today) - 2;
    return mention(at, at + 1, { from: saturday, to: saturday + 2 }, 'day');
  }
  return relativeUnit(tokens, at, calendar);
}

/** Returns the first or last day of a unit: `start of the month`, `end of october`. */
function edgeOf(tokens: readonly Token[], at: number, start: number, calendar: Calendar): DayMention | undefined {
  const word = wordAt(tokens, at);
  {
    const inner = wordAt(tokens, start) === 'the' ? start + 1 : start;
    if (['start', 'beginning', 'end'].includes(wordAt(tokens, inner))) return undefined;
    const bare = UNITS.find((name) => name === wordAt(tokens, inner));
    const whole =
      bare === undefined
        ? daysAt(tokens, inner, calendar, [])
        : mention(inner, inner + 1, calendar.unit(bare, 0), bare);
    if (whole === undefined) return undefined;
    const day = word === 'end' ? whole.days.to - 1 : whole.days.from;
    return mention(at, whole.to, { from: day, to: day + 1 }, 'day');
  }
}

/** Returns a unit relative to today: `last week`, `this year`, `next friday`. */
function relativeUnit(tokens: readonly Token[], at: number, calendar: Calendar): DayMention | undefined {
  const word = wordAt(tokens, at);
  const offset = { this: 0, current: 0, last: -1, previous: -1, next: 1 }[word];
  if (offset === undefined) return undefined;
  const of = wordAt(tokens, at + 1);
  const named = UNITS.find((name) => name === of);
  if (named !== undefined) return mention(at, at + 2, calendar.unit(named, offset), named, { isOpen: offset === 0 });
  if (['morning', 'afternoon', 'evening'].includes(of) && offset === 0)
    return mention(at, at + 2, calendar.unit('day', 0), 'day');
  if (of === 'weekend') {
    const monday = calendar.today - calendar.weekday(calendar.today);
    const saturday = monday + (offset > 0 || (offset === 0 && calendar.weekday(calendar.today) >= 5) ? 5 : -2);
    return mention(at, at + 2, { from: saturday, to: saturday + 2 }, 'day');
  }
  const day = weekdayOf(of);
  if (day >= 0) return weekdayMention(at, at + 2, day, calendar, offset > 0);
  const month = monthOf(of);
  return month < 0 ? undefined : mention(at, at + 2, calendar.month(month), 'month');
}

/** First month (from 0) of each season of the northern hemisphere. */
const SEASONS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, winter: 11 };
/** True for words that begin a part of a period, as in `start of May`; parts of parts are not recognized. */
const isPart = (word: string): boolean => ['start', 'beginning', 'end', 'last', 'week', ...ORDINALS].includes(word);
const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** Returns a part of a year, or a year: `Q3`, `third quarter`, `H1 2026`, `October`, `October 2025`, `2025`. */
function partOfYear(tokens: readonly Token[], at: number, calendar: Calendar): DayMention | undefined {
  const word = wordAt(tokens, at);
  const { year, to } = yearBehind(tokens, at + 1, calendar);
  const ordinal = ORDINALS.indexOf(word) + 1;
  if (ordinal > 0 && ['quarter', 'half'].includes(wordAt(tokens, at + 1))) {
    const unit = wordAt(tokens, at + 1)[0];
    const of = yearBehind(tokens, at + 2, calendar);
    return ofQuarter(`${unit === 'q' ? 'q' : 'h'}${ordinal}`, at, of.to, of.year, calendar);
  }
  const isEdge = ordinal > 0 || word === 'last';
  const named = ['week', 'quarter'].find((unit) => isEdge && unit === wordAt(tokens, at + 1));
  if (named !== undefined && wordAt(tokens, at + 2) === 'of' && !isPart(wordAt(tokens, at + 3))) {
    const whole = daysAt(tokens, at + 3, calendar, []);
    if (named === 'quarter' && whole?.grain === 'year')
      return ofQuarter('q4', at, whole.to, new Date(whole.days.from * DAY_MS).getUTCFullYear(), calendar);
    if (named === 'week' && whole?.grain === 'month') {
      const from = ordinal > 0 ? whole.days.from + (ordinal - 1) * 7 : whole.days.to - 7;
      return mention(at, whole.to, { from, to: from + 7 }, 'week');
    }
  }
  // `month of October` and `year 2025` mean the same as `October` and `2025`.
  const inner = ['month', 'year'].includes(word) ? (wordAt(tokens, at + 1) === 'of' ? at + 2 : at + 1) : at;
  // Without this check `year year year …` would be parsed to its end from each of its words.
  const isInner = inner > at && !['month', 'year'].includes(wordAt(tokens, inner));
  const whole = isInner ? partOfYear(tokens, inner, calendar) : undefined;
  if (whole?.grain === word) return { ...whole, from: at, isWeak: false };
  const season = SEASONS[word];
  if (season !== undefined) {
    const first = calendar.month(season, year).from;
    return mention(at, to, { from: first, to: calendar.unit('month', 3, first).from }, 'quarter', {
      isWeak: year === undefined,
    });
  }
  if (/^[qh][1-4]$/.test(word)) return ofQuarter(word, at, to, year, calendar);
  const month = monthOf(word);
  // `may` and `march` are also ordinary words, so alone they count only after a preposition.
  if (month >= 0) return mention(at, to, calendar.month(month, year), 'month', { isWeak: year === undefined });
  const alone = yearOf(word);
  return alone === undefined
    ? undefined
    : mention(at, at + 1, { from: dayOf(alone, 0), to: dayOf(alone + 1, 0) }, 'year', { isWeak: true });
}

/** Returns the year after a part of a year: `2025`, `of 2025`, `of last year`. */
function yearBehind(
  tokens: readonly Token[],
  at: number,
  { present }: Calendar,
): { year: number | undefined; to: number } {
  const start = ['of', 'in'].includes(wordAt(tokens, at)) ? at + 1 : at;
  const year = yearOf(wordAt(tokens, start));
  if (year !== undefined) return { year, to: start + 1 };
  const which = { this: 0, last: -1, previous: -1 }[wordAt(tokens, start)];
  if (which === undefined || wordAt(tokens, start + 1) !== 'year') return { year: undefined, to: at };
  return { year: present.year + which, to: start + 2 };
}

/** Returns a quarter or half of a year. @param name such as `q3` or `h1` */
function ofQuarter(
  name: string,
  at: number,
  to: number,
  year: number | undefined,
  calendar: Calendar,
): DayMention | undefined {
  const months = name[0] === 'q' ? 3 : 6;
  const first = (Number(name[1]) - 1) * months;
  if (first > 11) return undefined;
  const of = year ?? (first > calendar.present.month ? calendar.present.year - 1 : calendar.present.year);
  return mention(at, to, { from: dayOf(of, first), to: dayOf(of, first + months) }, 'quarter');
}

function weekday(tokens: readonly Token[], at: number, calendar: Calendar): DayMention | undefined {
  const day = weekdayOf(wordAt(tokens, at));
  if (day < 0) return undefined;
  const which = wordAt(tokens, at + 1) === 'of' ? at + 2 : at + 1;
  const weeks = { last: -1, previous: -1, this: 0 }[wordAt(tokens, which)];
  if (weeks !== undefined && wordAt(tokens, which + 1) === 'week') {
    const of = calendar.unit('week', weeks).from + day;
    return mention(at, which + 2, { from: of, to: of + 1 }, 'day');
  }
  const isLast = ['last', 'past'].includes(wordAt(tokens, at + 1));
  return weekdayMention(at, isLast ? at + 2 : at + 1, day, calendar, false);
}

/** Returns the last day before today with the weekday at a token, and the next such day as the alternative. */
function weekdayMention(
  from: number,
  to: number,
  weekdayIndex: number,
  calendar: Calendar,
  isNext: boolean,
): DayMention {
  const back = (calendar.weekday(calendar.today) - weekdayIndex + 7) % 7 || 7;
  const ahead = (weekdayIndex - calendar.weekday(calendar.today) + 7) % 7 || 7;
  const day = isNext ? calendar.today + ahead : calendar.today - back;
  return mention(from, to, { from: day, to: day + 1 }, 'day', {
    next: calendar.today + ahead,
    isWeak: !isNext && to - from === 1,
  });
}
