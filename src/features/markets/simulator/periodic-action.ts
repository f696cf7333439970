import { between, keyOf, mix, unit } from '../../../simulation/noise.js';
import type { CorporateAction } from '../candle.js';
import { formatDay, fridayIfWeekend, orMonday, parseDay } from '../civil-day.js';

const SPLIT_SHARE = 0.35;
const DIVIDEND_SHARE = 0.65;
const ratios = [2, 2, 3, 4, 1.5, 2, 5, 2];

/**
 * A split or dividend that repeats. Between two occurrences the price rises by as much as it falls at the next one, so
 * that it stays near its level.
 */
export interface PeriodicAction {
  kind: CorporateAction['kind'];
  /** Days between two occurrences. */
  every: number;
  /** Time of the first occurrence after 1970-01-01, as a fraction of the period. */
  phase: number;
  /** The ratio of a split; for a dividend, the amount as a fraction of the price. */
  value: number;
}

/**
 * Returns the splits and dividends of an instrument.
 * @param neverSplits true for an instrument tied to one that does not split
 */
export function actionsOf(seed: number, symbol: string, neverSplits: boolean): PeriodicAction[] {
  const key = keyOf(seed, `actions ${symbol}`);
  const actions: PeriodicAction[] = [];
  if (!neverSplits && unit(key, 1) < SPLIT_SHARE)
    actions.push({ kind: 'split', every: 2_600, phase: unit(key, 5), value: ratios[mix(key, 6) % 8] as number });
  if (unit(key, 2) < DIVIDEND_SHARE)
    actions.push({
      kind: 'dividend',
      every: 365.25 / 4,
      phase: unit(key, 4),
      value: between(key, 3, 0.004, 0.045) / 4,
    });
  return actions;
}

/**
 * Returns the days in `(after, upTo]` on which an action is due, ascending. The action takes place on the first trading
 * day on or after that day.
 */
export function dueDays({ every, phase }: PeriodicAction, after: number, upTo: number): number[] {
  const first = Math.floor(after / every - phase);
  const days = Array.from({ length: Math.ceil((upTo - after) / every) + 2 }, (_, at) =>
    Math.floor((first + at + phase) * every),
  );
  return days.filter((due) => due > after && due <= upTo);
}

/** Returns the amount that an action adds to the logarithm of the price on a day: 0 on the day on which it is due. */
export function shiftOf({ kind, every, phase, value }: PeriodicAction, day: number): number {
  const periods = (day + 1) / every - phase;
  return (kind === 'split' ? Math.log(value) : value) * (periods - Math.floor(periods));
}

/**
 * Returns the days around an action: it is announced four to six weeks before it is due, the day of record is the
 * ex-day (trades settle on the next day), and a dividend is paid two to four weeks later.
 */
export function announcementOf(
  key: number,
  due: number,
  kind: CorporateAction['kind'],
  exDay: string,
): { declarationDay: string; recordDay: string | null; paymentDay: string | null } {
  const declarationDay = formatDay(fridayIfWeekend(due - 28 - (mix(key, due) % 15)));
  if (kind === 'split') return { declarationDay, recordDay: null, paymentDay: null };
  return {
    declarationDay,
    recordDay: exDay,
    paymentDay: formatDay(orMonday(parseDay(exDay) + 14 + (mix(key, due + 1) % 15))),
  };
}
