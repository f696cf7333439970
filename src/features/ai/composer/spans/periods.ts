import type { Token } from '../../../../language/token.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../time/durations.js';
import { numberWordsAt } from '../language/number-words.js';
import { type Calendar, isoDay } from './calendar.js';
import { clockAt } from './clock-times.js';
import { type AbsoluteDate, type DayMention, monthOf, wordAt } from './day-mention.js';
import { daysAt } from './days.js';
import { overnight, periodSpan, tradingDays } from './named-periods.js';
import type { AnySpan, Moment, Period } from './span.js';

const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, couple: 2, few: 3, half: 0.5 };
const FIXED_MS: Readonly<Record<string, number>> = {
  ...{
    minute: MINUTE_MS,
    m: MINUTE_MS,
    hour: HOUR_MS,
    h: HOUR_MS,
    day: DAY_MS,
    d: DAY_MS,
    week: 7 * DAY_MS,
    fortnight: 14 * DAY_MS,
  },
};
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
    ago(tokens, at, calendar) ??
    rolling(tokens, at, calendar) ??
    hoursOf(at, context) ??
    range(at, context) ??
    dayOrMoment(at, context) ??
    clockAlone(at, context)
  );
}

interface Context {
  tokens: readonly Token[];
  calendar: Calendar;
  dates: readonly AbsoluteDate[];
}

const momentSpan = (from: number, to: number, value: Moment): AnySpan => ({
  type: 'moment',
  from,
  to,
  value,
  isExact: true,
});

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
  return momentSpan(at, length.to + 1, { at: time, day: dayAt(time, calendar) });
}

/** Returns a period that ends now: `last 6 hours`, `past week`, `the last hour`, `24h`. */
function rolling(tokens: readonly Token[], at: number, calendar: Calendar): AnySpan | undefined {
  const first = wordAt(tokens, at);
  const isRolling = ROLLING.has(first);
  const worked = isRolling ? tradingDays(tokens, at, calendar) : undefined;
  if (worked !== undefined) return worked;
  // `6 last hours`
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
  if (!isExact && ['minute', 'm'].includes(length.unit)) return undefined;
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

/** Words before a duration that ends now. */
const ROLLING = new Set('last past previous latest recent over trailing since during within for'.split(' '));
/**
 * Words for days relative to today: `from yesterday` means only that day, whereas `from 5 May` begins with that day.
 */
const RELATIVE = new Set('yesterday today tomorrow last this previous past current'.split(' '));
const OPENING = new Set(['since', 'starting', 'beginning', 'after', 'from']);

/** Returns a period of hours: `between eight and ten this morning`, `16 november 06:00 to 18:00`, `since 9am`. */
function hoursOf(at: number, context: Context): AnySpan | undefined {
  const { tokens, calendar } = context;
  const word = wordAt(tokens, at);
  if (OPENING.has(word)) {
    const since = clockAt(tokens, at + 1);
    const day = since && daysIn(since.to, context);
    const isRange = since !== undefined && ['to', 'and', 'until'].includes(wordAt(tokens, since.to));
    if (since !== undefined && !since.isWeak && !isRange && (day === undefined || day.grain === 'day')) {
      const from = momentAt(day?.days.from ?? calendar.today, since.ms, calendar);
      const past = from.at > calendar.now ? momentAt(calendar.today - 1, since.ms, calendar) : from;
      return periodSpan(at, day?.to ?? since.to, openFrom(past, calendar));
    }
  }
  const opens = ['from', 'between'].includes(word);
  const before = daysIn(opens || word === 'on' ? at + 1 : at, context);
  const lead = before?.grain === 'day' ? before.to : opens ? at + 1 : at;
  const start = ['between', 'from', 'at'].includes(wordAt(tokens, lead)) ? lead + 1 : lead;
  const first = clockAt(tokens, start);
  if (first === undefined || !['to', 'and', 'until', 'till'].includes(wordAt(tokens, first.to))) return undefined;
  const last = clockAt(tokens, first.to + 1);
  if (last === undefined) return undefined;
  const behind = wordAt(tokens, last.to) === 'on' ? last.to + 1 : last.to;
  const after = before?.grain === 'day' ? undefined : daysIn(behind, context);
  const day = before?.grain === 'day' ? before : after?.grain === 'day' ? after : undefined;
  if (day === undefined && first.isWeak && last.isWeak) return undefined;
  // `8 to 10pm` is in the evening.
  const firstMs = first.isWeak && last.ms - first.ms > 12 * HOUR_MS ? first.ms + 12 * HOUR_MS : first.ms;
  const date = day?.days.from ?? calendar.today;
  const [from, to] = [momentAt(date, firstMs, calendar), momentAt(date, last.ms, calendar)];
  if (to.at <= from.at) return undefined;
  return periodSpan(at, Math.max(last.to, after === undefined ? 0 : after.to), {
    from: from.at,
    to: to.at > calendar.now ? undefined : to.at,
    grain: 'hour',
    firstDay: from.day,
    endDay: isoDay(date + 1),
    lastDay: from.day,
  });
}

const openFrom = ({ at, day }: Moment, calendar: Calendar): Period => ({
  from: at,
  to: undefined,
  grain: 'hour',
  firstDay: day,
  endDay: isoDay(calendar.today + 1),
  lastDay: isoDay(calendar.today),
});

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
  const opens = word === 'from' || word === 'between';
  const start = opens ? at + 1 : at;
  const first = dateOfLaterMonth(skipThe(tokens, start), context) ?? daysIn(start, context);
  if (
    first === undefined ||
    !['to', 'and', 'until', 'till', 'through'].includes(wordAt(tokens, first.to)) ||
    (!opens && wordAt(tokens, first.to) === 'and' && daysIn(first.to + 1, context)?.days.from !== first.days.to)
  )
    return first !== undefined && word === 'from' && !RELATIVE.has(wordAt(tokens, first.from))
      ? sincePeriod(at, first, calendar)
      : undefined;
  const last = daysIn(skipThe(tokens, first.to + 1), context);
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

/** Moves days without a year that are still to come to the year before, as in `since Christmas`. */
function begun(days: DayMention, calendar: Calendar): DayMention {
  const { from, to } = days.days;
  if (from <= calendar.today || days.next === undefined) return days;
  const before = calendar.monthsBefore(from, 12);
  return { ...days, days: { from: before, to: before + to - from } };
}

const skipThe = (tokens: readonly Token[], at: number): number => (wordAt(tokens, at) === 'the' ? at + 1 : at);

function daysIn(at: number, { tokens, calendar, dates }: Context): DayMention | undefined {
  return at < tokens.length ? daysAt(tokens, at, calendar, dates) : undefined;
}

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

function dayOrMoment(at: number, context: Context): AnySpan | undefined {
  const { tokens, calendar } = context;
  const led = BEFORE_DAYS.includes(wordAt(tokens, at));
  let start = led ? at + 1 : at;
  if (led && wordAt(tokens, start) === 'the' && wordAt(tokens, start + 1) !== 'day') start += 1;
  const days = (wordAt(tokens, at) === 'the' ? daysIn(at, context) : undefined) ?? daysIn(start, context);
  if (days === undefined) return undefined;
  const isLed = AT.has(wordAt(tokens, days.to));
  const behind = clockAt(tokens, isLed ? days.to + 1 : days.to);
  const clock = behind?.isWeak && !isLed && !/^\d{4}$/.test(wordAt(tokens, days.to)) ? undefined : behind;
  if (clock !== undefined && days.grain === 'day')
    return momentSpan(at, clock.to, momentAt(days.days.from, clock.ms, calendar));
  const month = monthOf(wordAt(tokens, days.from));
  // `may` and `march` without a preposition are more often ordinary words than months.
  if (days.isWeak && !led && month >= 0 && ['may', 'march', 'mar'].includes(wordAt(tokens, days.from)))
    return undefined;
  // A year alone may be a number.
  if (days.isWeak && !led && days.grain === 'year')
    return { ...periodSpan(at, days.to, periodOf(days, calendar)), isExact: false } as AnySpan;
  return periodSpan(at, days.to, periodOf(days, calendar));
}

/** Returns a moment given by a time of day: `at midnight`, `14:30 yesterday`. */
function clockAlone(at: number, context: Context): AnySpan | undefined {
  const { tokens, calendar } = context;
  const start = wordAt(tokens, at) === 'at' ? at + 1 : at;
  const clock = clockAt(tokens, start);
  if (clock === undefined) return undefined;
  const next = wordAt(tokens, clock.to) === 'on' ? clock.to + 1 : clock.to;
  const days = daysIn(next, context);
  if (clock.isWeak && (start === at || days?.grain !== 'day')) return undefined;
  if (days?.grain === 'day') return momentSpan(at, days.to, momentAt(days.days.from, clock.ms, calendar));
  const today = momentAt(calendar.today, clock.ms, calendar);
  return momentSpan(at, clock.to, today.at > calendar.now ? momentAt(calendar.today - 1, clock.ms, calendar) : today);
}

/** Words between a day and a time; `um` and `à` are translated to them. */
const AT = new Set(['at', 'around', 'about', 'by']);

const momentAt = (day: number, ms: number, calendar: Calendar): Moment => ({
  at: new Date(calendar.startOf(day) + ms),
  day: isoDay(day),
});

function dayAt(time: Date, calendar: Calendar): string {
  let day = Math.floor(time.getTime() / DAY_MS) + 1;
  while (calendar.startOf(day) > time.getTime()) day -= 1;
  return isoDay(day);
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
