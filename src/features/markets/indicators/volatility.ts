import type { CandleColumns } from './candle-columns.js';
import { sma, wilder } from './moving-averages.js';

export interface Bands {
  upper: Float64Array;
  middle: Float64Array;
  lower: Float64Array;
}

/**
 * Computes Bollinger bands: the simple average of `period` closes, and lines above and below it at a distance of
 * `deviations` population standard deviations.
 */
export function bollinger(close: Float64Array, period: number, deviations: number): Bands {
  const middle = sma(close, period);
  const [upper, lower] = [middle.slice(), middle.slice()];
  for (let index = period - 1; index < close.length; index += 1) {
    const reach = deviations * deviationOf(close, index - period + 1, index + 1);
    upper[index] = (middle[index] as number) + reach;
    lower[index] = (middle[index] as number) - reach;
  }
  return { upper, middle, lower };
}

/**
 * Returns the population standard deviation of the values in `[from, to)`, in two passes relative to the first value:
 * exact for large prices that hardly change, and 0 for constant ones.
 */
function deviationOf(values: Float64Array, from: number, to: number): number {
  const [origin, count] = [values[from] as number, to - from];
  let [sum, squares] = [0, 0];
  for (let index = from; index < to; index += 1) sum += (values[index] as number) - origin;
  const mean = sum / count;
  for (let index = from; index < to; index += 1) squares += ((values[index] as number) - origin - mean) ** 2;
  return Math.sqrt(squares / count);
}

/**
 * Computes the true range: the largest of high − low and the distances of both from the previous close; NaN for the
 * first candle.
 */
function trueRange({ high, low, close, length }: CandleColumns): Float64Array {
  const result = new Float64Array(length).fill(Number.NaN);
  for (let index = 1; index < length; index += 1) {
    const before = close[index - 1] as number;
    result[index] = Math.max(high[index] as number, before) - Math.min(low[index] as number, before);
  }
  return result;
}

/** Computes the average true range (Wilder). The first value is at index `period`. */
export const atr = (candles: CandleColumns, period: number): Float64Array => wilder(trueRange(candles), period);

export interface Directional {
  adx: Float64Array;
  /** The directional indicators +DI and −DI. */
  plus: Float64Array;
  minus: Float64Array;
}

/**
 * Computes the average directional index with +DI and −DI (Wilder), from 0 to 100. +DI and −DI begin at index `period`,
 * the ADX at 2 × period − 1. Constant prices have the value 0.
 */
export function adx(candles: CandleColumns, period: number): Directional {
  const { high, low, length } = candles;
  const up = new Float64Array(length).fill(Number.NaN);
  const down = up.slice();
  for (let index = 1; index < length; index += 1) {
    const rise = (high[index] as number) - (high[index - 1] as number);
    const fall = (low[index - 1] as number) - (low[index] as number);
    up[index] = rise > fall ? Math.max(rise, 0) : 0;
    down[index] = fall > rise ? Math.max(fall, 0) : 0;
  }
  const range = atr(candles, period);
  const share = (moves: Float64Array) =>
    wilder(moves, period).map((move, index) => (range[index] === 0 ? 0 : (100 * move) / (range[index] as number)));
  const [plus, minus] = [share(up), share(down)];
  const dx = plus.map((one, index) => {
    const other = minus[index] as number;
    return one + other === 0 ? 0 : (100 * Math.abs(one - other)) / (one + other);
  });
  return { adx: wilder(dx, period), plus, minus };
}
