import { DAY_MS } from '../../../durations.js';
import { Problem } from '../../../http/problem.js';
import type { TradingCalendar } from '../calendar/trading-calendar.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { CandleRequest } from './candle-series.js';
import { dayAt, midnightOf, periodEnd, periodStart, type Slot, slotCount, slotsOf } from './slots.js';

/** The most bars of an answer, and how many come when no beginning is given. */
export const mostBars = 5_000;
export const usualBars = 250;

/** Nothing is asked for before this day. */
const earliest = Date.UTC(1950, 0, 1);
/** A session is longer, and seven days have five of them or more: so many days hold a number of bars for certain. */
const shortestSessionMs = 3 * 3_600_000;

/** True at midnight in UTC: a plain date (`2026-11-20`) is that instant. */
const isMidnight = (instant: number): boolean => instant % DAY_MS === 0;

/** What a request comes to. */
export interface CandleWindow {
  interval: Interval;
  /** Bars whose `time` is in `[from, to)` (ms since the epoch). */
  from: number;
  to: number;
  /** The bars there should be, ascending; those of the future not. */
  slots: Slot[];
}

/**
 * The bars that open at `from` or later and before `to`. Bars of a day and longer open at midnight (UTC) of their first trading day: midnight is the beginning of
 * the day it names, any other instant stands for the trading day it is in, and weeks and months are whole: one that the range touches is in it.
 * @throws Problem `invalid_request` for a range that is none or has more than `mostBars`
 */
export function windowOf(calendar: TradingCalendar, symbol: MarketSymbol, request: CandleRequest, now: number): CandleWindow {
  const interval = request.interval ?? '1d';
  const [from, to] = [request.from, request.to].map((text) => (text === undefined ? undefined : Date.parse(text)));
  if (from !== undefined && to !== undefined && from >= to) throw rangeProblem('must be before `to`');
  // A trading day may have begun before its midnight in UTC.
  const hasBegun = (instant: number) => instant <= now || (isMidnight(instant) && dayAt(instant) <= calendar.dayOf(symbol, new Date(now)));
  if (from !== undefined && !hasBegun(from)) throw rangeProblem('must not be in the future');
  const step = intradayMs(interval);
  const asked = { interval, from, to, bars: request.bars };
  return step === undefined ? longWindow(calendar, symbol, asked, now) : shortWindow(calendar, symbol, asked, now, step);
}

const rangeProblem = (detail: string) =>
  new Problem('invalid_request', { detail: 'Ask for a range that begins before it ends and before now.', errors: [{ pointer: 'query/from', detail }] });

function tooMany(start: number, interval: Interval): Problem {
  const detail = `An answer has at most ${mostBars} bars. With the same end and interval the range may begin at ${new Date(start).toISOString()}; or take a longer interval than ${interval}.`;
  return new Problem('invalid_request', { detail, errors: [{ pointer: 'query/from', detail: `leaves more than ${mostBars} bars` }] });
}

/** Times in ms. */
type Asked = Pick<CandleRequest, 'bars'> & { interval: Interval; from?: number; to?: number };

/** Within the years there is anything to ask of; calendars need not know others. */
const bounded = (instant: number, now: number) => Math.max(earliest, Math.min(instant, now + 2 * DAY_MS));

/** Days and longer, in days of the exchange. */
function longWindow(calendar: TradingCalendar, symbol: MarketSymbol, { interval, from, to, bars: wanted = usualBars }: Asked, now: number): CandleWindow {
  const dayOf = (instant: number) => midnightOf(calendar.dayOf(symbol, new Date(bounded(instant, now))));
  const today = dayOf(now);
  const last = Math.min(to === undefined ? today : isMidnight(to) ? bounded(to - DAY_MS, now) : dayOf(to - 1), today);
  const end = periodEnd(interval, periodStart(interval, last));
  const back = (bars: number) => beginningOf(calendar, symbol, interval, end, bars);
  const first = from === undefined ? back(wanted) : isMidnight(from) ? bounded(from, now) : dayOf(from);
  const start = periodStart(interval, first);
  // Days by the ten thousand are not gone through one by one to see that they are too many.
  if (interval === '1d' && last - start > longestOf(mostBars)) throw tooMany(back(mostBars), interval);
  // The last week or month is whole as well, as far as it is over.
  const slots = start > last ? [] : slotsOf(calendar.sessions(symbol, dayAt(start), dayAt(Math.min(end - DAY_MS, today))), interval);
  if (slots.length > mostBars) throw tooMany(back(mostBars), interval);
  return { interval, from: start, to: Math.max(start, end), slots };
}

/** So long (ms) a stretch has that many trading days for certain. */
const longestOf = (bars: number) => Math.ceil(bars * 1.6 + 10) * DAY_MS;

function beginningOf(calendar: TradingCalendar, symbol: MarketSymbol, interval: Interval, end: number, bars: number): number {
  if (interval === '1w') return Math.max(end - bars * 7 * DAY_MS, earliest);
  if (interval === '1M') {
    const date = new Date(end);
    return Math.max(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - bars, 1), earliest);
  }
  const begin = Math.max(end - longestOf(bars), earliest);
  const days = calendar.sessions(symbol, dayAt(begin), dayAt(end - DAY_MS));
  return days.length < bars ? begin : midnightOf((days.at(-bars) as { day: string }).day);
}

/** Parts of a day, in instants. */
function shortWindow(
  calendar: TradingCalendar,
  symbol: MarketSymbol,
  { interval, from, to, bars: wanted = usualBars }: Asked,
  now: number,
  step: number,
): CandleWindow {
  const end = Math.min(to ?? now, now);
  const back = (bars: number) => openingOf(calendar, symbol, step, end, bars);
  if (end < earliest) return { interval, from: earliest, to: earliest, slots: [] };
  const start = from ?? back(wanted);
  if (end - start > daysFor(mostBars, step) * DAY_MS) throw tooMany(back(mostBars), interval);
  const slots = start >= end ? [] : slotsIn(calendar, symbol, interval, start, end);
  if (slots.length > mostBars) throw tooMany(back(mostBars), interval);
  return { interval, from: start, to: Math.max(start, end), slots };
}

const daysFor = (bars: number, step: number) => Math.ceil((bars * step) / shortestSessionMs) * 1.4 + 14;

/** The bars that open in `[from, to)`. */
export function slotsIn(calendar: TradingCalendar, symbol: MarketSymbol, interval: Interval, from: number, to: number): Slot[] {
  // A session may begin on the eve of its day (currencies) or be of the day after in UTC.
  const sessions = calendar.sessions(symbol, dayAt(floorDay(from) - DAY_MS), dayAt(floorDay(to) + 2 * DAY_MS));
  const near = sessions.filter(({ open, close }) => open.getTime() < to && close.getTime() > from);
  return slotsOf(near, interval).filter(({ time }) => time >= from && time < to);
}

const floorDay = (instant: number) => Math.floor(instant / DAY_MS) * DAY_MS;

/** Opening of the `bars`-th bar before `end`. */
function openingOf(calendar: TradingCalendar, symbol: MarketSymbol, step: number, end: number, bars: number): number {
  const today = floorDay(end);
  const sessions = calendar.sessions(symbol, dayAt(today - Math.ceil(daysFor(bars, step)) * DAY_MS), dayAt(today + 2 * DAY_MS));
  let wanted = bars;
  for (const session of sessions.filter(({ open }) => open.getTime() < end).reverse()) {
    const slots = slotCount(session, step);
    if (slots < wanted && session.close.getTime() <= end) {
      wanted -= slots;
      continue;
    }
    const openings = slotsOf([session], nameOf(step)).filter(({ time }) => time < end);
    if (openings.length >= wanted) return (openings.at(-wanted) as Slot).time;
    wanted -= openings.length;
  }
  return sessions[0]?.open.getTime() ?? end - bars * step;
}

const nameOf = (step: number) => (['1m', '5m', '15m', '1h'] as const).find((interval) => intradayMs(interval) === step) as Interval;
