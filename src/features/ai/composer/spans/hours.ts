import type { Token } from '../../../../language/token.js';
import { DAY_MS, HOUR_MS } from '../../../../time/durations.js';
import { type Calendar, isoDay } from './calendar.js';
import { type ClockMention, clockAt } from './clock-times.js';
import { type AbsoluteDate, type DayMention, wordAt } from './day-mention.js';
import { daysAt } from './days.js';
import { periodSpan } from './named-periods.js';
import { numberWordsAt } from './quantities.js';
import type { AnySpan, Moment, Period } from './span.js';

export interface Context {
  tokens: readonly Token[];
  calendar: Calendar;
  dates: readonly AbsoluteDate[];
}

export const OPENING: ReadonlySet<string> = new Set(['since', 'starting', 'beginning', 'after', 'from']);
/** Words between a day and a time; `um` and `à` are translated to them. */
const AT: ReadonlySet<string> = new Set(['at', 'around', 'about', 'by']);
/** Words between the two ends of a range. */
const JOINTS: ReadonlySet<string> = new Set(['to', 'and', 'until', 'till', 'through']);
/** First and last hour of the parts of a day; a night ends on the next day. */
const PARTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  morning: [6, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [18, 32],
};

export const momentSpan = (from: number, to: number, value: Moment): AnySpan & { type: 'moment' } => ({
  type: 'moment',
  from,
  to,
  value,
  isExact: true,
});

export const momentAt = (day: number, ms: number, calendar: Calendar): Moment => ({
  at: new Date(calendar.startOf(day) + ms),
  day: isoDay(day),
});

export const openFrom = ({ at, day }: Moment, calendar: Calendar): Period => ({
  from: at,
  to: undefined,
  grain: 'hour',
  firstDay: day,
  endDay: isoDay(calendar.today + 1),
  lastDay: isoDay(calendar.today),
});

export function dayAt(time: Date, calendar: Calendar): string {
  let day = Math.floor(time.getTime() / DAY_MS) + 1;
  while (calendar.startOf(day) > time.getTime()) day -= 1;
  return isoDay(day);
}

/** Returns the mention of days that begins at a token; undefined without one. */
export function daysIn(at: number, { tokens, calendar, dates }: Context): DayMention | undefined {
  return at < tokens.length ? daysAt(tokens, at, calendar, dates) : undefined;
}

/** Returns the time of day directly behind a day: `at 8` and `14:30`; a plain number counts only after `at`. */
export function clockBehind(at: number, { tokens }: Context): ClockMention | undefined {
  const isLed = AT.has(wordAt(tokens, at));
  const clock = clockAt(tokens, isLed ? at + 1 : at);
  return clock?.isWeak && !isLed && !/^\d{4}$/.test(wordAt(tokens, at)) ? undefined : clock;
}

/** Returns the day directly behind a time of day: `yesterday`, `on 3 november`, `last night`, `two days ago`. */
function dayBehind({ to: at, ms }: ClockMention, context: Context): { day: number; to: number } | undefined {
  const { tokens, calendar } = context;
  const start = wordAt(tokens, at) === 'on' ? at + 1 : at;
  if (wordAt(tokens, start) === 'last' && wordAt(tokens, start + 1) === 'night')
    return { day: ms >= 12 * HOUR_MS ? calendar.today - 1 : calendar.today, to: start + 2 };
  const days = daysIn(start, context);
  if (days?.grain === 'day') return { day: days.days.from, to: days.to };
  const spelled = numberWordsAt(tokens, start);
  const count = spelled?.value ?? (/^\d{1,3}$/.test(wordAt(tokens, start)) ? Number(wordAt(tokens, start)) : undefined);
  const unit = spelled?.to ?? start + 1;
  const isAgo = /^days?$/.test(wordAt(tokens, unit)) && wordAt(tokens, unit + 1) === 'ago';
  return count === undefined || !isAgo ? undefined : { day: calendar.today - count, to: unit + 2 };
}

/** Returns a moment given by a time of day: `at midnight`, `14:30 yesterday`. */
export function clockAlone(at: number, context: Context): (AnySpan & { type: 'moment' }) | undefined {
  const { tokens, calendar } = context;
  const start = wordAt(tokens, at) === 'at' ? at + 1 : at;
  const clock = clockAt(tokens, start);
  if (clock === undefined) return undefined;
  const behind = dayBehind(clock, context);
  if (clock.isWeak && (start === at || behind === undefined)) return undefined;
  if (behind !== undefined) return momentSpan(at, behind.to, momentAt(behind.day, clock.ms, calendar));
  const today = momentAt(calendar.today, clock.ms, calendar);
  return momentSpan(at, clock.to, today.at > calendar.now ? momentAt(calendar.today - 1, clock.ms, calendar) : today);
}

/** Returns a moment of a named day: `Monday 9am`, `on 3 november at 14:30`, `22:00 last night`. */
function momentOfDay(at: number, context: Context): { moment: Moment; to: number } | undefined {
  const { tokens, calendar } = context;
  const start = ['on', 'the'].includes(wordAt(tokens, at)) ? at + 1 : at;
  const days = daysIn(start, context);
  if (days?.grain === 'day') {
    const clock = clockBehind(days.to, context);
    return clock && { moment: momentAt(days.days.from, clock.ms, calendar), to: clock.to };
  }
  const clock = clockAt(tokens, AT.has(wordAt(tokens, at)) ? at + 1 : at);
  const behind = clock && dayBehind(clock, context);
  return behind && { moment: momentAt(behind.day, (clock as ClockMention).ms, calendar), to: behind.to };
}

/**
 * Returns a period between moments of two days: `Monday 9am to Tuesday 5pm`, `22:00 last night to 6:00 this morning`.
 */
export function betweenMoments(at: number, context: Context): AnySpan | undefined {
  const { tokens, calendar } = context;
  const first = momentOfDay(['from', 'between'].includes(wordAt(tokens, at)) ? at + 1 : at, context);
  if (first === undefined || !JOINTS.has(wordAt(tokens, first.to))) return undefined;
  const last = momentOfDay(first.to + 1, context);
  if (last === undefined || last.moment.at <= first.moment.at) return undefined;
  return periodSpan(at, last.to, {
    from: first.moment.at,
    to: last.moment.at > calendar.now ? undefined : last.moment.at,
    grain: 'hour',
    firstDay: first.moment.day,
    endDay: isoDay(Date.parse(`${last.moment.day}T00:00:00Z`) / DAY_MS + 1),
    lastDay: last.moment.day,
  });
}

/** Returns a period of hours: `between eight and ten this morning`, `16 november 06:00 to 18:00`, `since 9am`. */
export function hoursOf(at: number, context: Context): AnySpan | undefined {
  const { tokens, calendar } = context;
  const word = wordAt(tokens, at);
  if (OPENING.has(word)) {
    const since = clockAt(tokens, at + 1);
    const isOther = since !== undefined && (daysIn(since.to, context)?.grain ?? 'day') !== 'day';
    const behind = since && dayBehind(since, context);
    const isRange = since !== undefined && JOINTS.has(wordAt(tokens, behind?.to ?? since.to));
    // `since six this morning`
    const isLed =
      since?.isWeak === true && wordAt(tokens, since.to) === 'this' && wordAt(tokens, since.to + 1) in PARTS;
    const isPast = since !== undefined && momentAt(calendar.today, since.ms, calendar).at <= calendar.now;
    if (since !== undefined && (!since.isWeak || (isLed && isPast)) && !isRange && !isOther) {
      const from = momentAt(behind?.day ?? calendar.today, since.ms, calendar);
      const past = from.at > calendar.now ? momentAt(calendar.today - 1, since.ms, calendar) : from;
      return periodSpan(at, behind?.to ?? since.to, openFrom(past, calendar));
    }
  }
  const opens = ['from', 'between'].includes(word);
  const before = daysIn(opens || word === 'on' ? at + 1 : at, context);
  const lead = before?.grain === 'day' ? before.to : opens ? at + 1 : at;
  const start = ['between', 'from', 'at'].includes(wordAt(tokens, lead)) ? lead + 1 : lead;
  const first = clockAt(tokens, start);
  if (first === undefined || !JOINTS.has(wordAt(tokens, first.to))) return undefined;
  const last = clockAt(tokens, first.to + 1);
  if (last === undefined) return undefined;
  const behind = wordAt(tokens, last.to) === 'on' ? last.to + 1 : last.to;
  const after = before?.grain === 'day' ? undefined : daysIn(behind, context);
  const day = before?.grain === 'day' ? before : after?.grain === 'day' ? after : undefined;
  if (day === undefined && first.isWeak && last.isWeak) return undefined;
  // `8 to 10pm` is in the evening.
  const firstMs = first.isWeak && last.ms - first.ms > 12 * HOUR_MS ? first.ms + 12 * HOUR_MS : first.ms;
  const isFuture = day === undefined && momentAt(calendar.today, firstMs, calendar).at > calendar.now;
  const date = (day?.days.from ?? calendar.today) - (isFuture ? 1 : 0);
  // `22:00 to 6:00` and `6 pm to midnight` end on the next day.
  const endDate = last.ms <= firstMs ? date + 1 : date;
  const [from, to] = [momentAt(date, firstMs, calendar), momentAt(endDate, last.ms, calendar)];
  if (endDate > date && (first.isWeak || last.isWeak)) return undefined;
  return periodSpan(at, Math.max(last.to, after === undefined ? 0 : after.to), {
    from: from.at,
    to: to.at > calendar.now ? undefined : to.at,
    grain: 'hour',
    firstDay: from.day,
    endDay: isoDay(date + 1),
    lastDay: from.day,
  });
}

/** Returns a part of a day, or a moment in it: `yesterday evening`, `Sunday morning at 9`. */
export function partOfDay(days: DayMention, at: number, context: Context): AnySpan | undefined {
  const { tokens, calendar } = context;
  const isLed = wordAt(tokens, days.to) === 'in' && wordAt(tokens, days.to + 1) === 'the';
  const name = isLed ? days.to + 2 : days.to;
  const part = PARTS[wordAt(tokens, name)];
  if (part === undefined || ['every', 'each'].includes(wordAt(tokens, days.from - 1))) return undefined;
  const clock = clockBehind(name + 1, context);
  const isLate = part[0] >= 12 && clock !== undefined && clock.ms < 12 * HOUR_MS;
  if (clock !== undefined)
    return momentSpan(at, clock.to, momentAt(days.days.from, isLate ? clock.ms + 12 * HOUR_MS : clock.ms, calendar));
  const [from, to] = part.map((hour) => momentAt(days.days.from, hour * HOUR_MS, calendar)) as [Moment, Moment];
  return periodSpan(at, name + 1, {
    from: from.at,
    to: to.at > calendar.now ? undefined : to.at,
    grain: 'hour',
    firstDay: from.day,
    endDay: isoDay(days.days.from + 1),
    lastDay: from.day,
  });
}
