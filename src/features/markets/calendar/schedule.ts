import type { DayNumber } from '../civil-day.js';
import type { MarketState } from '../quote.js';

/** A trading day as instants (ms). */
export interface TradingDay {
  day: DayNumber;
  /** Null if there is no pre-market trading. */
  preOpen: number | null;
  open: number;
  close: number;
  /** Null if there is no post-market trading. */
  postClose: number | null;
  /** Within the regular hours, ascending. */
  breaks: Array<{ from: number; to: number }>;
  early: boolean;
}

/** When an instrument trades, by day. */
export interface Schedule {
  /** Returns the trading day of an instant. */
  dayOf(instant: number): DayNumber;
  /** Returns undefined if there is no trading on the day. */
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

// Longer than any scheduled closure.
const HORIZON_DAYS = 30;

/** Returns when regular hours next begin or end after an instant, ignoring breaks; null if not within a month. */
export function nextAfter(schedule: Schedule, instant: number, what: 'open' | 'close'): number | null {
  const first = schedule.dayOf(instant);
  for (let day = first; day <= first + HORIZON_DAYS; day += 1) {
    const at = schedule.on(day)?.[what];
    if (at !== undefined && at > instant) return at;
  }
  return null;
}
