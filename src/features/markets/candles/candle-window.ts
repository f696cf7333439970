import { Problem } from '../../../api/problem.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { Session, TradingCalendar } from '../calendar/trading-calendar.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { CandleRequest } from './candle-series.js';
import {
  candleCount,
  dayAt,
  type ExpectedCandle,
  expectedCandles,
  midnightOf,
  periodEnd,
  periodStart,
} from './expected-candles.js';

/** The maximum and the default number of candles in a response. */
export const MAX_CANDLES = 5_000;
export const DEFAULT_CANDLES = 250;

/** Time (ms) before which candles are never requested. */
const EARLIEST = Date.UTC(1950, 0, 1);
/** Lower bound of the length of a session, with which the number of days that have a number of candles is estimated. */
const MIN_SESSION_MS = 3 * HOUR_MS;

/** Returns true for midnight (UTC), which a plain date (`2026-11-20`) means. */
const isMidnight = (instant: number): boolean => instant % DAY_MS === 0;

/** The range of a request, and the candles expected in it. */
export interface CandleWindow {
  interval: Interval;
  /** Candles whose `time` is in `[from, to)` (ms since the epoch). */
  from: number;
  to: number;
  /** The expected candles, ascending, without future ones. */
  expected: readonly ExpectedCandle[];
}

/**
 * Returns the window of a request. Daily and longer candles open at midnight (UTC) of their first trading day: a
 * midnight in the request means the start of that day; any other instant means the trading day to which it belongs.
 * Weeks and months in the range are complete.
 * @throws Problem `invalid_request` for an invalid range, or for one with more candles than its limit
 */
export function windowOf(
  calendar: TradingCalendar,
  symbol: MarketSymbol,
  request: CandleRequest,
  now: number,
): CandleWindow {
  const interval = request.interval ?? '1d';
  const [from, to] = [request.from, request.to].map((text) => (text === undefined ? undefined : Date.parse(text)));
  if (from !== undefined && to !== undefined && from >= to) throw rangeProblem('must be before `to`');
  // A trading day may have begun before its midnight in UTC.
  const hasBegun = (instant: number) =>
    instant <= now || (isMidnight(instant) && dayAt(instant) <= calendar.dayOf(symbol, new Date(now)));
  if (from !== undefined && !hasBegun(from)) throw rangeProblem('must not be in the future');
  const step = intradayMs(interval);
  const parsed = { interval, from, to, count: request.count, limit: request.limit };
  return step === undefined
    ? longWindow(calendar, symbol, parsed, now)
    : shortWindow(calendar, symbol, parsed, now, step);
}

const rangeProblem = (detail: string) =>
  new Problem('invalid_request', {
    detail: '`from` must be before `to` and not in the future.',
    errors: [{ pointer: 'query/from', detail }],
  });

function tooMany(start: number, interval: Interval, limit: number): Problem {
  const detail = `At most ${limit} candles can be read. With the same end and interval the range can begin at ${new Date(start).toISOString()}; or use a longer interval than ${interval}.`;
  return new Problem('invalid_request', {
    detail,
    errors: [{ pointer: 'query/from', detail: `would return more than ${limit} candles` }],
  });
}

/** A request with times in ms since 1970. */
type Request = Pick<CandleRequest, 'count' | 'limit'> & { interval: Interval; from?: number; to?: number };

/** Limits an instant to the years with market data, for which calendars are defined. */
const bounded = (instant: number, now: number) => Math.max(EARLIEST, Math.min(instant, now + 2 * DAY_MS));

/** Returns the window of daily and longer intervals, in days of the exchange. */
function longWindow(
  calendar: TradingCalendar,
  symbol: MarketSymbol,
  { interval, from, to, count = DEFAULT_CANDLES, limit = MAX_CANDLES }: Request,
  now: number,
): CandleWindow {
  const dayOf = (instant: number) => midnightOf(calendar.dayOf(symbol, new Date(bounded(instant, now))));
  const today = dayOf(now);
  const last = Math.min(to === undefined ? today : isMidnight(to) ? bounded(to - DAY_MS, now) : dayOf(to - 1), today);
  const end = periodEnd(interval, periodStart(interval, last));
  const back = (candles: number) => beginningOf(calendar, symbol, interval, end, candles);
  const first = from === undefined ? back(count) : isMidnight(from) ? bounded(from, now) : dayOf(from);
  const start = periodStart(interval, first);
  // The length is checked first: enumerating tens of thousands of days would be slow.
  if (interval === '1d' && last - start > maxDaysMs(limit)) throw tooMany(back(limit), interval, limit);
  // The last week or month is included completely, as far as it has passed.
  const expected =
    start > last
      ? []
      : expectedOf(calendar.sessions(symbol, dayAt(start), dayAt(Math.min(end - DAY_MS, today))), interval);
  if (expected.length > limit) throw tooMany(back(limit), interval, limit);
  return { interval, from: start, to: Math.max(start, end), expected };
}

/** Expected daily candles by their first session: the calendar returns the same session objects for cached ranges. */
const knownDays = new WeakMap<Session, { last: Session | undefined; days: ExpectedCandle[] }>();

/**
 * Returns the expected candles of sessions. Expected candles of days are cached, since the symbols of one response
 * often share an exchange and a range of years.
 */
function expectedOf(sessions: readonly Session[], interval: Interval): readonly ExpectedCandle[] {
  const [first] = sessions;
  if (interval !== '1d' || first === undefined) return expectedCandles(sessions, interval);
  const [last, known] = [sessions.at(-1), knownDays.get(first)];
  if (known !== undefined && known.last === last && known.days.length === sessions.length) return known.days;
  const days = expectedCandles(sessions, interval);
  knownDays.set(first, { last, days });
  return days;
}

/** Divides a window into windows of at most `MAX_CANDLES` candles, since each is parsed on the event loop. */
export function partsOf(window: CandleWindow): CandleWindow[] {
  const { expected } = window;
  if (expected.length <= MAX_CANDLES) return [window];
  return Array.from({ length: Math.ceil(expected.length / MAX_CANDLES) }, (_, part): CandleWindow => {
    const [first, next] = [part * MAX_CANDLES, (part + 1) * MAX_CANDLES];
    const [from, to] = [
      part === 0 ? window.from : (expected[first]?.time ?? window.from),
      expected[next]?.time ?? window.to,
    ];
    return { interval: window.interval, from, to, expected: expected.slice(first, next) };
  });
}

/** Returns a length (ms) that certainly contains `count` trading days. */
const maxDaysMs = (count: number) => Math.ceil(count * 1.6 + 10) * DAY_MS;

function beginningOf(
  calendar: TradingCalendar,
  symbol: MarketSymbol,
  interval: Interval,
  end: number,
  count: number,
): number {
  if (interval === '1w') return Math.max(end - count * 7 * DAY_MS, EARLIEST);
  if (interval === '1M') {
    const date = new Date(end);
    return Math.max(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1), EARLIEST);
  }
  const begin = Math.max(end - maxDaysMs(count), EARLIEST);
  const days = calendar.sessions(symbol, dayAt(begin), dayAt(end - DAY_MS));
  return days.length < count ? begin : midnightOf((days.at(-count) as { day: string }).day);
}

/** Returns the window of intraday intervals, in instants. */
function shortWindow(
  calendar: TradingCalendar,
  symbol: MarketSymbol,
  { interval, from, to, count = DEFAULT_CANDLES, limit = MAX_CANDLES }: Request,
  now: number,
  step: number,
): CandleWindow {
  const end = Math.min(to ?? now, now);
  const back = (candles: number) => openingOf(calendar, symbol, step, end, candles);
  if (end < EARLIEST) return { interval, from: EARLIEST, to: EARLIEST, expected: [] };
  const start = from ?? back(count);
  if (end - start > daysFor(limit, step) * DAY_MS) throw tooMany(back(limit), interval, limit);
  const expected = start >= end ? [] : expectedCandlesIn(calendar, symbol, interval, start, end);
  if (expected.length > limit) throw tooMany(back(limit), interval, limit);
  return { interval, from: start, to: Math.max(start, end), expected };
}

const daysFor = (count: number, step: number) => Math.ceil((count * step) / MIN_SESSION_MS) * 1.4 + 14;

/** Returns the expected candles that open in `[from, to)`. */
export function expectedCandlesIn(
  calendar: TradingCalendar,
  symbol: MarketSymbol,
  interval: Interval,
  from: number,
  to: number,
): ExpectedCandle[] {
  // A session may begin on the previous day (currencies) or belong to the next day in UTC.
  const sessions = calendar.sessions(symbol, dayAt(floorDay(from) - DAY_MS), dayAt(floorDay(to) + 2 * DAY_MS));
  const near = sessions.filter(({ open, close }) => open.getTime() < to && close.getTime() > from);
  return expectedCandles(near, interval).filter(({ time }) => time >= from && time < to);
}

const floorDay = (instant: number) => Math.floor(instant / DAY_MS) * DAY_MS;

/** Returns the start (ms) of the `count`-th candle before `end`. */
function openingOf(calendar: TradingCalendar, symbol: MarketSymbol, step: number, end: number, count: number): number {
  const today = floorDay(end);
  const sessions = calendar.sessions(
    symbol,
    dayAt(today - Math.ceil(daysFor(count, step)) * DAY_MS),
    dayAt(today + 2 * DAY_MS),
  );
  let left = count;
  for (const session of sessions.filter(({ open }) => open.getTime() < end).reverse()) {
    const candles = candleCount(session, step);
    if (candles < left && session.close.getTime() <= end) {
      left -= candles;
      continue;
    }
    const openings = expectedCandles([session], nameOf(step)).filter(({ time }) => time < end);
    if (openings.length >= left) return (openings.at(-left) as ExpectedCandle).time;
    left -= openings.length;
  }
  return sessions[0]?.open.getTime() ?? end - count * step;
}

const nameOf = (step: number) =>
  (['1m', '5m', '15m', '1h'] as const).find((interval) => intradayMs(interval) === step) as Interval;
