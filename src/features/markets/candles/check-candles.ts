import { DAY_MS } from '../../../time/durations.js';
import type { Candle } from '../candle.js';
import { type Interval, intradayMs } from '../interval.js';
import type { TimeRange } from './time-ranges.js';

/** Tolerance, as a fraction, for an open or close outside high and low: vendors round them separately. */
const ROUNDING_TOLERANCE = 1e-4;

export interface CheckedCandles {
  /** Valid candles, ascending, one for each start time. */
  candles: Candle[];
  /** Number of candles that were removed. */
  rejected: number;
}

/**
 * Removes invalid candles: prices that are not positive numbers, a high below the low, an open or close outside high
 * and low, a negative volume, a time outside the requested range, a day that does not begin at midnight (UTC), and a
 * second candle with the same start time (the first is kept).
 * @param candles in any order
 */
export function checkCandles(candles: readonly Candle[], interval: Interval, requested: TimeRange): CheckedCandles {
  const byTime = new Map<number, Candle>();
  const isDaily = intradayMs(interval) === undefined;
  let rejected = 0;
  for (const candle of candles) {
    const time = candle.time.getTime();
    const isExpected =
      time >= requested.from && time < requested.to && !(isDaily && time % DAY_MS !== 0) && !byTime.has(time);
    const valid = isExpected ? validated(candle) : undefined;
    if (valid === undefined) rejected += 1;
    else byTime.set(time, valid);
  }
  return { candles: [...byTime.values()].sort((a, b) => a.time.getTime() - b.time.getTime()), rejected };
}

const isPrice = (value: number) => Number.isFinite(value) && value > 0;

function validated(candle: Candle): Candle | undefined {
  const { open, high, low, close, volume } = candle;
  if (![open, high, low, close].every(isPrice) || high < low) return undefined;
  if (volume !== null && !(Number.isFinite(volume) && volume >= 0)) return undefined;
  const [highest, lowest] = [Math.max(open, close), Math.min(open, close)];
  if (highest <= high && lowest >= low) return candle;
  if (highest > high * (1 + ROUNDING_TOLERANCE) || lowest < low * (1 - ROUNDING_TOLERANCE)) return undefined;
  return { ...candle, high: Math.max(high, highest), low: Math.min(low, lowest) };
}
