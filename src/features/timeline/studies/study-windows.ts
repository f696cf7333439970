import { DAY_MS } from '../../../time/durations.js';
import type { CaseOutcome, DropReason, PriceDays } from './event-study.js';

/** Maximum time from an event to the first price after it: longer than weekends and public holidays. */
const MAX_WAIT_MS = 7 * DAY_MS;

/** The first price after a moment. */
export interface Start {
  /** Index of the first trading day that is complete after the price. */
  day: number;
  /** True: the price is the open of `day`; false: the close of the day before. */
  isOpen: boolean;
}

/**
 * Returns the first price after a moment: the close of the trading day during which it is, or else the open of the next
 * one. The price at the moment itself is not after it.
 */
export function startAfter({ opensAt, closesAt }: PriceDays, moment: number): Start {
  let [low, high] = [0, closesAt.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closesAt[middle] as number) > moment) high = middle;
    else low = middle + 1;
  }
  const isOpen = low === closesAt.length || (opensAt[low] as number) > moment;
  return { day: isOpen ? low : low + 1, isOpen };
}

/** Returns the return of a window of `window` trading days as a fraction: last close ÷ first price - 1. */
export function returnOf({ open, close }: PriceDays, { day, isOpen }: Start, window: number): number {
  // Before the first day there is no close, so that a random moment there starts at the open.
  const first = isOpen || day === 0 ? open[day] : close[day - 1];
  return (close[day + window - 1] as number) / (first as number) - 1;
}

export interface CaseWindows {
  /** Outcomes in the order of the moments. */
  outcomes: CaseOutcome[];
  /** Starts of the kept cases, ascending. */
  starts: Start[];
}

/**
 * Returns what followed each moment. A case is kept if its window is over and no window of a kept earlier case reaches
 * into it, so that no price movement counts twice.
 * @param moments ascending
 */
export function caseWindows(days: PriceDays, moments: readonly number[], window: number): CaseWindows {
  const starts: Start[] = [];
  const outcomes = moments.map((moment): CaseOutcome => {
    const start = startAfter(days, moment);
    const startsAt = start.isOpen ? days.opensAt[start.day] : days.closesAt[start.day - 1];
    const last = starts.at(-1);
    if (days.close.length === 0 || (startsAt !== undefined && startsAt - moment > MAX_WAIT_MS))
      return dropped('no_prices');
    if (startsAt === undefined || start.day + window > days.close.length) return dropped('window_incomplete');
    if (last !== undefined && start.day < last.day + window) return dropped('overlapping');
    starts.push(start);
    const endsAt = days.closesAt[start.day + window - 1] as number;
    return { startsAt, endsAt, return: returnOf(days, start, window), dropped: null };
  });
  return { outcomes, starts };
}

const dropped = (reason: DropReason): CaseOutcome => ({ startsAt: null, endsAt: null, return: null, dropped: reason });
