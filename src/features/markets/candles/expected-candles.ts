import { DAY_MS } from '../../../time/durations.js';
import type { Session } from '../calendar/trading-calendar.js';
import type { Candle } from '../candle.js';
import { type Interval, intradayMs } from '../interval.js';
import type { Gap } from './candle-series.js';
import type { TimeRange } from './time-ranges.js';

/**
 * A candle that the trading calendar expects, with its trading time `[from, to)`, which may include breaks if the
 * candle is of a day or longer.
 */
export interface ExpectedCandle extends TimeRange {
  /** Time of the candle as in `Candle.time`, in ms since 1970. */
  time: number;
}

/** Returns the UTC midnight of a day such as `2026-11-20`. */
export const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * Returns the UTC midnight of the day of a session. The text is known to be valid, and a range has thousands of
 * sessions: `Date.parse` takes five times as long.
 */
const midnightOfSession = ({ day }: Session): number =>
  Date.UTC(digits(day, 0, 4), digits(day, 5, 7) - 1, digits(day, 8, 10));

const ZERO = '0'.charCodeAt(0);

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}

/** Returns the day of a UTC midnight, such as `2026-11-20`. */
export const dayAt = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);

/** Returns the first day (UTC midnight) of the day, week or month that contains a day. Weeks begin on Monday. */
export function periodStart(interval: Interval, midnight: number): number {
  if (interval !== '1w' && interval !== '1M') return midnight;
  const date = new Date(midnight);
  return interval === '1w'
    ? midnight - ((date.getUTCDay() + 6) % 7) * DAY_MS
    : Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** Returns the first day after the day, week or month that begins on `start`. */
export function periodEnd(interval: Interval, start: number): number {
  const date = new Date(start);
  if (interval === '1M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return start + (interval === '1w' ? 7 : 1) * DAY_MS;
}

/** Returns the parts of a session between its breaks. */
export function continuousTrading({ open, close, breaks }: Session): TimeRange[] {
  const ranges: TimeRange[] = [];
  let from = open.getTime();
  for (const pause of breaks) {
    if (pause.from.getTime() > from) ranges.push({ from, to: pause.from.getTime() });
    from = pause.to.getTime();
  }
  if (close.getTime() > from) ranges.push({ from, to: close.getTime() });
  return ranges;
}

/** Returns the number of candles of `step` ms in a session. */
export const candleCount = (session: Session, step: number): number =>
  continuousTrading(session).reduce((count, { from, to }) => count + Math.ceil((to - from) / step), 0);

/**
 * Returns the candles that sessions should have, ascending. Intraday candles are aligned to the opening of the session,
 * and again after a break: 09:30, 10:30, … on an exchange that opens at 09:30. The last candle before a break or the
 * close may be shorter.
 */
export function expectedCandles(sessions: readonly Session[], interval: Interval): ExpectedCandle[] {
  const step = intradayMs(interval);
  return step === undefined
    ? dailyOrLonger(sessions, interval)
    : sessions.flatMap((session) => intraday(session, step));
}

function intraday(session: Session, step: number): ExpectedCandle[] {
  const expected: ExpectedCandle[] = [];
  for (const { from, to } of continuousTrading(session)) {
    for (let time = from; time < to; time += step) expected.push({ time, from: time, to: Math.min(time + step, to) });
  }
  return expected;
}

function dailyOrLonger(sessions: readonly Session[], interval: Interval): ExpectedCandle[] {
  if (interval === '1d')
    return sessions.map((session) => ({
      time: midnightOfSession(session),
      from: session.open.getTime(),
      to: session.close.getTime(),
    }));
  const expected: ExpectedCandle[] = [];
  for (const session of sessions) {
    const time = periodStart(interval, midnightOfSession(session));
    const last = expected.at(-1);
    if (last?.time === time) last.to = session.close.getTime();
    else expected.push({ time, from: session.open.getTime(), to: session.close.getTime() });
  }
  return expected;
}

/**
 * Returns the end of a candle (ms): the end of its day for a candle of a day or longer, otherwise the end of its
 * trading.
 */
const endOf = ({ time, from, to }: ExpectedCandle): number => (time === from ? to : Math.max(time + DAY_MS, to));

/**
 * Returns the gaps in trading hours, which are missing expected candles. Consecutive missing candles are one gap, even
 * if trading pauses between them.
 * @param expected ascending
 * @param candles ascending
 * @param length duration (ms) of a candle, if candles do not begin with trading: a candle that overlaps an expected
 * candle then fills it; 0 if they begin with trading
 */
export function findGaps(expected: readonly ExpectedCandle[], candles: readonly Candle[], length = 0): Gap[] {
  const gaps: Gap[] = [];
  let index = 0;
  let isOpen = false;
  for (const one of expected) {
    const [earliest, latest] = length === 0 ? [one.time, one.time] : [one.from - length + 1, one.to - 1];
    while (index < candles.length && (candles[index] as Candle).time.getTime() < earliest) index += 1;
    if (index < candles.length && (candles[index] as Candle).time.getTime() <= latest) isOpen = false;
    else if (isOpen) (gaps.at(-1) as Gap).to = new Date(endOf(one));
    else {
      gaps.push({ from: new Date(one.time), to: new Date(endOf(one)) });
      isOpen = true;
    }
  }
  return gaps;
}
