import { DAY_MS } from '../../../durations.js';
import type { Candle } from '../candle.js';
import { type Interval, intradayMs } from '../interval.js';
import type { Span } from './stretches.js';

/** Vendors round open and close apart from high and low: so far (share) one may lie outside of them. */
const rounding = 1e-4;

export interface CheckedBars {
  /** Ascending, one an opening. */
  bars: Candle[];
  /** How many were left out. */
  rejected: number;
}

/**
 * Leaves out what can be no bar: prices that are no numbers above zero, a high below the low, an opening or close outside of them, a volume below zero, a time
 * outside of what was asked for, a day that does not begin at midnight (UTC), a second bar of the same opening (the first stays).
 * @param bars in any order
 */
export function checkBars(bars: readonly Candle[], interval: Interval, asked: Span): CheckedBars {
  const byTime = new Map<number, Candle>();
  const isDaily = intradayMs(interval) === undefined;
  let rejected = 0;
  for (const bar of bars) {
    const time = bar.time.getTime();
    const fits = time >= asked.from && time < asked.to && !(isDaily && time % DAY_MS !== 0) && !byTime.has(time);
    const checked = fits ? possible(bar) : undefined;
    if (checked === undefined) rejected += 1;
    else byTime.set(time, checked);
  }
  return { bars: [...byTime.values()].sort((a, b) => a.time.getTime() - b.time.getTime()), rejected };
}

const isPrice = (value: number) => Number.isFinite(value) && value > 0;

function possible(bar: Candle): Candle | undefined {
  const { open, high, low, close, volume } = bar;
  if (![open, high, low, close].every(isPrice) || high < low) return undefined;
  if (volume !== null && !(Number.isFinite(volume) && volume >= 0)) return undefined;
  const [highest, lowest] = [Math.max(open, close), Math.min(open, close)];
  if (highest <= high && lowest >= low) return bar;
  if (highest > high * (1 + rounding) || lowest < low * (1 - rounding)) return undefined;
  return { ...bar, high: Math.max(high, highest), low: Math.min(low, lowest) };
}
