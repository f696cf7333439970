import type { DayNumber } from '../civil-day.js';
import type { MarketState } from '../quote.js';

/** A trading day as instants (ms). */
export interface TradingDay {
  day: DayNumber;
  /** Null where there is no trading before the regular hours. */
  preOpen: number | null;
  open: number;
  close: number;
  /** Null where there is no trading after them. */
  postClose: number | null;
  /** Within the regular hours, ascending. */
  breaks: Array<{ from: number; to: number }>;
  early: boolean;
}

/** When something trades, day by day. */
export interface Schedule {
  /** The day an instant belongs to. */
  dayOf(instant: number): DayNumber;
  /** Undefined: no trading on this day. */
  on(day: DayNumber): TradingDay | undefined;
}

export function stateAt(schedule: Schedule, instant: number): MarketState {
  const day = schedule.on(schedule.dayOf(instant));
  if (day === undefined) return 'closed';
  if (instant < day.open) return day.preOpen !== null && instant >= day.preOpen ? 'pre' : 'closed';
  if (instant < day.close) return day.breaks.some(({ from, to }) => instant >= from && instant < to) ? 'closed' : 'regular';
  return day.postClose !== null && instant < day.postClose ? 'post' : 'closed';
}

// Longer than any exchange has been closed by a rule.
const HORIZON_DAYS = 30;

/** The next time after an instant at which regular hours begin or end; breaks do not count. Null when there is none within a month. */
export function nextAfter(schedule: Schedule, instant: number, what: 'open' | 'close'): number | null {
  const first = schedule.dayOf(instant);
  for (let day = first; day <= first + HORIZON_DAYS; day += 1) {
    const at = schedule.on(day)?.[what];
    if (at !== undefined && at > instant) return at;
  }
  return null;
}
