import { DAY_MS } from '../../../time/durations.js';
import { periodStart } from '../../markets/candles/expected-candles.js';
import { type Interval, intradayMs } from '../../markets/interval.js';

/** The shown range (ms since the epoch); `to` is exclusive. */
export interface ChartRange {
  from: number;
  to: number;
}

const midnightOf = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS;

/**
 * Returns the range of a chart at a time. With intervals of a day or longer, it starts with a complete day, week or
 * month.
 */
export function rangeOf(
  { interval, from, to, lastDays }: { interval: Interval; from: string | null; to: string | null; lastDays: number },
  now: number,
): ChartRange {
  const end = to === null ? now : Date.parse(to);
  const start = from === null ? midnightOf(end) - lastDays * DAY_MS : Date.parse(from);
  return { from: intradayMs(interval) === undefined ? periodStart(interval, midnightOf(start)) : start, to: end };
}
