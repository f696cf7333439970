import type { DayNumber } from '../civil-day.js';
import type { MarketState } from '../quote.js';

/** A trading day; all times are in ms since 1970. */
export interface TradingDay {
  day: DayNumber;
  /** Start of pre-market trading; null without such trading. */
  preOpen: number | null;
  open: number;
  close: number;
  /** End of post-market trading; null without such trading. */
  postClose: number | null;
  /** Breaks within the regular hours, ascending. */
  breaks: Array<{ from: number; to: number }>;
  early: boolean;
}

/** The trading days of an instrument. */
export interface Schedule {
  /** Returns the trading day to which an instant (ms) belongs. */
  dayOf(instant: number): DayNumber;
  /** Returns the trading hours of a day; undefined without trading on that day. */
  on(day: DayNumber): TradingDay | undefined;
}

export function stateAt(schedule: Schedule, instant: number): MarketState {
  const day = schedule.on(schedule.dayOf(instant));
  if (day === undefined) return 'closed';
  if (instant < day.open) return day.preOpen !== null && instant >= day.preOpen ? 'pre' : 'closed';
  if (instant < day.close)
    return day.breaks.some(({ from, to }) => instant >= from && instant < to) ? 'closed' : 'regular';
  return day.postClose !== null && instant < day.postClose ? 'post' : 'closed';
}

// Number of days searched, longer than any scheduled closure.
const HORIZON_DAYS = 30;

/**
 * Returns the next time (ms) at which regular hours begin or end after an instant, ignoring breaks; null if the
 * next month has no such time.
 */
export function nextAfter(schedule: Schedule, instant: number, what: 'open' | 'close'): number | null {
  const first = schedule.dayOf(instant);
  for (let day = first; day <= first + HORIZON_DAYS; day += 1) {
    const at = schedule.on(day)?.[what];
    if (at !== undefined && at > instant) return at;
  }
  return null;
}
