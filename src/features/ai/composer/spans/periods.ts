import type { Token } from '../../../../language/token.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../time/durations.js';
import { type Calendar, isoDay } from './calendar.js';
import { type AbsoluteDate, type DayMention, monthOf, wordAt } from './day-mention.js';
import {
  betweenMoments,
  type Context,
  clockAlone,
  clockBehind,
  dayAt,
  daysIn,
  hoursOf,
  momentAt,
  momentSpan,
  OPENING,
  openFrom,
  partOfDay,
} from './hours.js';
import { monthsOfYear, overnight, periodSpan, tradingDays } from './named-periods.js';
import { numberWordsAt } from './quantities.js';
import type { AnySpan, Period } from './span.js';

const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, couple: 2, few: 3, half: 0.5 };
const FIXED_MS: Readonly<Record<string, number>> = {
  minute: MINUTE_MS,
  m: MINUTE_MS,
  hour: HOUR_MS,
  h: HOUR_MS,
  day: DAY_MS,
  d: DAY_MS,
  week: 7 * DAY_MS,
  fortnight: 14 * DAY_MS,
};
/** Assumed length of a month in the future; it need not be exact, because there is no data about the future. */
const DAYS_OF_MONTH = 30;
const IN_MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const singular = (word: string): string => (word.length > 1 ? word.replace(/s$/, '') : word);
const BEFORE_DAYS = ['in', 'on', 'over', 'during', 'for', 'of', 'at', 'from', 'the', 'within'];

/** Finds periods and moments. Times that may be past or future are taken as past; weeks begin on Monday. */
export function timesIn(tokens: readonly Token[], calendar: Calendar, dates: readonly AbsoluteDate[]): AnySpan[] {
  const found: AnySpan[] = [];
  for (let at = 0; at < tokens.length; ) {
    const span = timeAt(tokens, at, calendar, dates);
    if (span !== undefined) found.push(span);
    const since = span?.type === 'moment' && isLength(tokens, span) ? periodSince(span, calendar) : undefined;
    if (since !== undefined) found.push(since);
    at = span?.to ?? at + 1;
  }
  return found;
}

/** Whether a moment is given as a duration before now: `3 days ago`. */
const isLength = (tokens: readonly Token[], { from, to }: AnySpan): boolean =>
  tokens.slice(from, to).some(({ word }) => word === 'ago') || wordAt(tokens, from) === 'before';

/**
 * Returns the period that a moment in the past means: for `3 days ago` that day, for `2 hours ago` the time since then.
 */
function periodSince({ from, to, value }: AnySpan & { type: 'moment' }, calendar: Calendar): AnySpan {
  const day = Date.parse(`${value.day}T00:00:00Z`) / DAY_MS;
  const isRecent = calendar.now.getTime() - value.at.getTime() < DAY_MS;
  const days = { from: day, to: day + 1 };
  const period = isRecent
    ? openFrom(value, calendar)
    : periodOf({ from, to, days, grain: 'day', isWeak: false, isOpen: false }, calendar);
  return { type: 'period', from, to, value: period, isExact: false };
}

function timeAt(
  tokens: readonly Token[],
  at: number,
  calendar: Calendar,
  dates: readonly AbsoluteDate[],
): AnySpan | undefined {
  const context = { tokens, calendar, dates };
  return (
    overnight(tokens, at, calendar) ??
    beside(at, context) ??
    ago(tokens, at, calendar) ??
    ahead(tokens, at, calendar) ??
    rolling(tokens, at, calendar) ??
    hoursOf(at, context) ??
    betweenMoments(at, context) ??
    range(at, context) ??
    dayOrMoment(at, context) ??
    clockAlone(at, context)
  );
}

/** Returns a number and a unit of time: `6 hours`, `two weeks`, `a year`; undefined for other words. */
function lengthAt(tokens: readonly Token[], at: number): { count: number; unit: string; to: number } | undefined {
  const word = wordAt(tokens, at);
  const spelled = numberWordsAt(tokens, at);
  const count = spelled?.value ?? NUMBERS[word] ?? (/^\d{1,4}$/.test(word) ? Number(word) : undefined);
  if (count === undefined) return undefined;
  const behind = spelled?.to ?? (word === 'a' && wordAt(tokens, at + 1) === 'couple' ? at + 2 : at + 1);
  const next = ['of', 'an', 'a'].includes(wordAt(tokens, behind)) ? behind + 1 : behind;
  const unit = { y: 'year', w: 'week' }[wordAt(tokens, next)] ?? singular(wordAt(tokens, next));
  return unit in FIXED_MS || unit in IN_MONTHS ? { count, unit, to: next + 1 } : undefined;
}

/** Returns a length beside a day: `in the two weeks before 1 November`, `the three days after Christmas`. */
function beside(at: number, context: Context): AnySpan | undefined {
  const { tokens, calendar } = context;
  const isLed = ['in', 'over', 'during', 'for'].includes(wordAt(tokens, at));
  const start = isLed ? at + 1 : at;
  const length = wordAt(tokens, start) === 'the' ? lengthAt(tokens, start + 1) : undefined;
  if (length === undefined || !(length.unit in FIXED_MS)) return undefined;
  const side = wordAt(tokens, length.to);
  const days = ['before', 'after', 'following', 'since'].includes(side) ? daysIn(length.to + 1, context) : undefined;
  const count = Math.round((length.count * (FIXED_MS[length.unit] as number)) / DAY_MS);
  if (days === undefined || count < 1) return undefined;
  const from = side === 'before' ? days.days.from - count : days.days.to;
  return periodSpan(at, days.to, periodOf({ ...days, days: { from, to: from + count }, isOpen: false }, calendar));
}

function before(calendar: Calendar, { count, unit }: { count: number; unit: string }): Date {
  const { now, today } = calendar;
  const fixed = FIXED_MS[unit];
  if (fixed !== undefined) return new Date(now.getTime() - count * fixed);
  const day = calendar.monthsBefore(today, count * (IN_MONTHS[unit] as number));
  return new Date(calendar.startOf(day) + now.getTime() - calendar.startOf(today));
}

/** Returns a moment in the past: `2 hours ago`, `a year ago`; undefined without one. */
function ago(tokens: readonly Token[], at: number, calendar: Calendar): AnySpan | undefined {
  // In translations of `il y a 2 heures` and `hace 2 horas`, `ago` precedes the number.
  const isLed = ['ago', 'before'].includes(wordAt(tokens, at));
  const behind = isLed ? lengthAt(tokens, at + 1) : undefined;
  if (behind !== undefined) {
    const time = before(calendar, behind);
    return momentSpan(at, behind.to, { at: time, day: dayAt(time, calendar) });
  }
  const length = lengthAt(tokens, at);
  if (length === undefined || !['ago', 'earlier', 'back'].includes(wordAt(tokens, length.to))) return undefined;
  const time = before(calendar, length);
  const day = dayAt(time, calendar);
  // `two days ago at 8`: the time of day of the question replaces the present one.
  const clock = ['minute', 'm', 'hour', 'h'].includes(length.unit)
    ? undefined
    : clockBehind(length.to + 1, { tokens, calendar, dates: [] });
  if (clock !== undefined)
    return momentSpan(at, clock.to, momentAt(Date.parse(`${day}T00:00:00Z`) / DAY_MS, clock.ms, calendar));
  return momentSpan(at, length.to + 1, { at: time, day });
}

/** Verbs in the past tense, after which `in` means a duration: `which ships passed in two weeks`. */
const PAST_VERBS = new Set(
  'did has have had was were been made gained lost earned passed crossed moved happened'.split(' '),
);
const FUTURE_VERBS = new Set('will would be become going expected'.split(' '));
/** Units with which `in` means the future: `in 2 weeks`; with hours it does so only after a verb such as `will`. */
const LONG_UNITS = new Set(['week', 'fortnight', 'month', 'quarter', 'year']);

/** Returns a moment in the future: `in five years`, unless the question is about the past. */
function ahead(tokens: readonly Token[], at: number, calendar: Calendar): AnySpan | undefined {
  const length = wordAt(tokens, at) === 'in' ? lengthAt(tokens, at + 1) : undefined;
  if (length === undefined || length.count < 1) return undefined;
  const isFuture = tokens.some(({ word }) => FUTURE_VERBS.has(word));
  const isPast = tokens.some(({ word }) => PAST_VERBS.has(word));
  if (!isFuture && (isPast || !LONG_UNITS.has(length.unit))) return undefined;
  const ms = FIXED_MS[length.unit] ?? (IN_MONTHS[length.unit] as number) * DAYS_OF_MONTH * DAY_MS;
  const later = new Date(calendar.now.getTime() + length.count * ms);
  return momentSpan(at, length.to, { at: later, day: dayAt(later, calendar) });
}

/** Returns a period that ends now: `last 6 hours`, `past week`, `the last hour`, `24h`. */
function rolling(tokens: readonly Token[], at: number, calendar: Calendar): AnySpan | undefined {
  const first = wordAt(tokens, at);
  // `last two months of 2025` does not end now.
  if (monthsOfYear(tokens, at) !== undefined) return undefined;
  const isRolling = ROLLING.has(first);
  const worked = isRolling ? tradingDays(tokens, at, calendar) : undefined;
  if (worked !== undefined) return worked;
  // The number may precede the word: `6 last hours`.
  if (/^\d{1,3}$/.test(first) && ['last', 'past'].includes(wordAt(tokens, at + 1))) {
    const turned = rolling(
      [...tokens.slice(0, at), tokens[at + 1] as Token, tokens[at] as Token, ...tokens.slice(at + 2)],
      at,
      calendar,
    );
    if (turned !== undefined) return turned;
  }
  const counted = lengthAt(tokens, isRolling ? (wordAt(tokens, at + 1) === 'the' ? at + 2 : at + 1) : at);
  const unit = singular(wordAt(tokens, at + 1));
  // `last week` is the previous calendar week; `past week` and `last hour` end now.
  const single =
    isRolling &&
    (['past', 'trailing'].includes(first)
      ? unit in FIXED_MS || unit in IN_MONTHS
      : ['hour', 'minute', 'day', 'fortnight'].includes(unit))
      ? { count: 1, unit, to: at + 2 }
      : undefined;
  const length = counted ?? single;
  if (length === undefined || (length.count < 1 && !isRolling)) return undefined;
  // `5 min bars` and `50 day average` are not periods: a duration alone is a period only if nothing else uses it.
  const isExact = isRolling || /^[hdwy]$/i.test(tokens[length.to - 1]?.text ?? '');
  if (!isExact && length.unit === 'minute') return undefined;
  if (!isExact && length.unit === 'm') return shortMonths(tokens, at, length, calendar);
  const from = before(calendar, length);
  const windowSeconds = Math.round((calendar.now.getTime() - from.getTime()) / 1000);
  const days = { firstDay: dayAt(from, calendar), endDay: isoDay(calendar.today + 1), lastDay: isoDay(calendar.today) };
  const value: Period = {
    from,
    to: undefined,
    grain: windowSeconds < 86_400 ? 'hour' : 'day',
    windowSeconds,
    ...days,
  };
  return { type: 'period', from: at, to: length.to, value, isExact };
}

/** Numbers before `m` that are months and not minutes: `6m` of a chart. */
const OF_MONTHS = new Set([3, 6, 9, 12, 18, 24]);
function shortMonths(
  tokens: readonly Token[],
  at: number,
  { count, to }: { count: number; to: number },
  calendar: Calendar,
): AnySpan | undefined {
  if (!OF_MONTHS.has(count) || /^(?:candles?|bars?|chart)$/.test(wordAt(tokens, to))) return undefined;
  const from = before(calendar, { count, unit: 'month' });
  const days = { firstDay: dayAt(from, calendar), endDay: isoDay(calendar.today + 1), lastDay: isoDay(calendar.today) };
  return { type: 'period', from: at, to, value: { from, to: undefined, grain: 'day', ...days }, isExact: false };
}

/** Words before a duration that ends now. */
const ROLLING = new Set('last past previous latest recent over trailing since during within for'.split(' '));
/**
 * Words for days relative to today: `from yesterday` means only that day, whereas `from 5 May` begins with that day.
 */
const RELATIVE = new Set('yesterday today tomorrow last this previous past current'.split(' '));

/** Returns a range of days: `since X`, `until X`, `from X to Y`, `between X and Y`, `10 to 12 nov`. */
function range(at: number, context: Context): AnySpan | undefined {
  const { tokens, calendar } = context;
  const word = wordAt(tokens, at);
  if (OPENS.has(word) || (word === 'up' && wordAt(tokens, at + 1) === 'to')) {
    const start = word === 'up' ? at + 2 : at + 1;
    const days = daysIn(start, context) ?? daysIn(skipThe(tokens, start), context);
    if (days === undefined) return undefined;
    // `after` begins on the day after the named days; `before` ends before the first of them.
    if (word === 'after' && days.days.to <= calendar.today)
      return sincePeriod(at, { ...days, days: { from: days.days.to, to: days.days.to + 1 } }, calendar);
    // `been up to this week` is not a range.
    if (word === 'up' && days.days.to > calendar.today) return undefined;
    const last = word === 'before' ? { from: days.days.from - 1, to: days.days.from } : days.days;
    return OPENING.has(word)
      ? sincePeriod(at, days, calendar)
      : periodSpan(at, days.to, {
          ...periodOf({ ...days, days: last }, calendar),
          from: undefined,
          firstDay: undefined,
          day: undefined,
          nextDay: undefined,
        });
  }
  // `the week from 9 to 15 November`
  if (['week', 'period', 'time', 'days'].includes(word) && ['from', 'between'].includes(wordAt(tokens, at + 1))) {
    const inner = range(at + 1, context);
    return inner?.type === 'period' && inner.value.to !== undefined ? { ...inner, from: at } : undefined;
  }
  const opens = word === 'from' || word === 'between';
  const start = opens ? at + 1 : at;
  const first =
    dateOfLaterMonth(skipThe(tokens, start), context) ??
    daysIn(start, context) ??
    daysIn(skipThe(tokens, start), context);
  if (
    first === undefined ||
    !['to', 'and', 'until', 'till', 'through'].includes(wordAt(tokens, first.to)) ||
    (!opens && wordAt(tokens, first.to) === 'and' && daysIn(first.to + 1, context)?.days.from !== first.days.to)
  )
    return first !== undefined && word === 'from' && !RELATIVE.has(wordAt(tokens, first.from))
      ? sincePeriod(at, first, calendar)
      : undefined;
  const last =
    daysIn(skipThe(tokens, first.to + 1), context) ?? dateOfSameMonth(first, skipThe(tokens, first.to + 1), context);
  if (last === undefined || last.days.to <= first.days.from)
    return word === 'from' && !RELATIVE.has(wordAt(tokens, first.from)) ? sincePeriod(at, first, calendar) : undefined;
  return periodSpan(
    at,
    last.to,
    periodOf(
      { ...last, grain: 'day', days: { from: first.days.from, to: last.days.to }, isOpen: false, next: undefined },
      calendar,
    ),
  );
}

const OPENS = new Set('since until till starting beginning after before'.split(' '));

/** Returns the period from the first of the days until now. */
const sincePeriod = (at: number, days: DayMention, calendar: Calendar): AnySpan =>
  periodSpan(at, days.to, {
    ...periodOf(begun(days, calendar), calendar),
    to: undefined,
    endDay: isoDay(calendar.today + 1),
    lastDay: isoDay(calendar.today),
    day: undefined,
    nextDay: undefined,
  });

/** If days without a year are in the future, returns the same days of the previous year, as in `since Christmas`. */
function begun(days: DayMention, calendar: Calendar): DayMention {
  const { from, to } = days.days;
  if (from <= calendar.today || days.next === undefined) return days;
  const before = calendar.monthsBefore(from, 12);
  return { ...days, days: { from: before, to: before + to - from } };
}

const skipThe = (tokens: readonly Token[], at: number): number => (wordAt(tokens, at) === 'the' ? at + 1 : at);

/** Returns the day of a number whose month follows later: `10` in `10 to 12 nov`, `3` in `between 3 and 5 november`. */
function dateOfLaterMonth(at: number, context: Context): DayMention | undefined {
  const { tokens, calendar } = context;
  const date = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(wordAt(tokens, at))?.[1] ?? 0);
  const last = daysIn(skipThe(tokens, at + 2), context);
  const hasMonth = last !== undefined && tokens.slice(last.from, last.to).some(({ word }) => monthOf(word) >= 0);
  if (date < 1 || date > 31 || last?.grain !== 'day' || !hasMonth) return undefined;
  const first = calendar.unit('month', 0, last.days.from).from + date - 1;
  return { from: at, to: at + 1, days: { from: first, to: first + 1 }, grain: 'day', isWeak: false, isOpen: false };
}

/** Returns the day of a number in the month of an earlier date: `7` in `Nov 3 to 7`. */
function dateOfSameMonth(first: DayMention, at: number, { tokens, calendar }: Context): DayMention | undefined {
  const date = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(wordAt(tokens, at))?.[1] ?? 0);
  const hasMonth = tokens.slice(first.from, first.to).some(({ word }) => monthOf(word) >= 0);
  const day = calendar.unit('month', 0, first.days.from).from + date - 1;
  if (date < 1 || date > 31 || first.grain !== 'day' || !hasMonth || day <= first.days.from) return undefined;
  return { from: at, to: at + 1, days: { from: day, to: day + 1 }, grain: 'day', isWeak: false, isOpen: false };
}

function dayOrMoment(at: number, context: Context): AnySpan | undefined {
  const { tokens, calendar } = context;
  const led = BEFORE_DAYS.includes(wordAt(tokens, at));
  let start = led ? at + 1 : at;
  if (led && wordAt(tokens, start) === 'the' && wordAt(tokens, start + 1) !== 'day') start += 1;
  const days = (wordAt(tokens, at) === 'the' ? daysIn(at, context) : undefined) ?? daysIn(start, context);
  if (days === undefined) return undefined;
  const clock = clockBehind(days.to, context);
  if (clock !== undefined && days.grain === 'day')
    return momentSpan(at, clock.to, momentAt(days.days.from, clock.ms, calendar));
  const part = days.grain === 'day' ? partOfDay(days, at, context) : undefined;
  if (part !== undefined) return part;
  const month = monthOf(wordAt(tokens, days.from));
  // `may` and `march` without a preposition are more often ordinary words than months.
  if (days.isWeak && !led && month >= 0 && ['may', 'march', 'mar'].includes(wordAt(tokens, days.from)))
    return undefined;
  // A year alone may be a number.
  if (days.isWeak && !led && days.grain === 'year')
    return { ...periodSpan(at, days.to, periodOf(days, calendar)), isExact: false } as AnySpan;
  return periodSpan(at, days.to, periodOf(days, calendar));
}

function periodOf({ days, grain, isOpen, next }: DayMention, calendar: Calendar): Period {
  const isPast = days.to <= calendar.today;
  const isOneDay = days.to === days.from + 1;
  return {
    from: new Date(calendar.startOf(days.from)),
    // A period that has not ended yet lasts until now.
    to: isPast && !isOpen ? new Date(calendar.startOf(days.to)) : undefined,
    grain,
    ...(isOneDay && { day: isoDay(days.from) }),
    ...(next !== undefined && { nextDay: isoDay(next) }),
    firstDay: isoDay(days.from),
    endDay: isoDay(days.to),
    lastDay: isoDay(Math.min(days.to - 1, isPast ? days.to - 1 : calendar.today)),
  };
}
