import type { CandleColumns } from './candle-columns.js';
import { ema, sma, wilder } from './moving-averages.js';

/** Value of an oscillator while prices do not change: the middle of its scale. */
const NEUTRAL = 50;

/**
 * Computes the relative strength index (Wilder): 100 × average gain / (average gain + average loss) of the changes of
 * the close, from 0 to 100. The first value is at index `period`. Constant prices have the value 50.
 */
export function rsi(close: Float64Array, period: number): Float64Array {
  const gains = new Float64Array(close.length).fill(Number.NaN);
  const losses = gains.slice();
  for (let index = 1; index < close.length; index += 1) {
    const change = (close[index] as number) - (close[index - 1] as number);
    gains[index] = Math.max(change, 0);
    losses[index] = Math.max(-change, 0);
  }
  const [gain, loss] = [wilder(gains, period), wilder(losses, period)];
  return gain.map((up, index) => {
    const both = up + (loss[index] as number);
    return both === 0 ? NEUTRAL : (100 * up) / both;
  });
}

export interface Macd {
  macd: Float64Array;
  signal: Float64Array;
  histogram: Float64Array;
}

/**
 * Computes the moving average convergence/divergence (Appel): the fast minus the slow exponential average, the
 * exponential average of this difference, and the difference of the two.
 */
export function macd(close: Float64Array, fast: number, slow: number, smoothing: number): Macd {
  const slower = ema(close, slow);
  const line = ema(close, fast).map((value, index) => value - (slower[index] as number));
  const signal = ema(line, smoothing);
  return { macd: line, signal, histogram: line.map((value, index) => value - (signal[index] as number)) };
}

/**
 * Computes the stochastic oscillator (Lane): the position of the close between the lowest low and the highest high of
 * `period` candles, from 0 to 100, averaged over `smoothing` candles (%K), and the average of %K over `signal` candles
 * (%D). If the lowest low and the highest high are equal, the position is 50.
 */
export function stochastic(
  { high, low, close, length }: CandleColumns,
  period: number,
  smoothing: number,
  signal: number,
): { k: Float64Array; d: Float64Array } {
  const raw = new Float64Array(length).fill(Number.NaN);
  const [highest, lowest] = [extremes(high, period, 1), extremes(low, period, -1)];
  for (let index = period - 1; index < length; index += 1) {
    const bottom = lowest[index] as number;
    const range = (highest[index] as number) - bottom;
    raw[index] = range === 0 ? NEUTRAL : (100 * ((close[index] as number) - bottom)) / range;
  }
  const k = sma(raw, smoothing);
  return { k, d: sma(k, signal) };
}

/**
 * Returns the maximum (`sign` 1) or minimum (−1) of the last `period` values in one pass: a queue holds the candidates
 * that no later value exceeds.
 */
function extremes(values: Float64Array, period: number, sign: 1 | -1): Float64Array {
  const result = new Float64Array(values.length);
  const queue = new Int32Array(values.length);
  let [head, tail] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as number;
    while (tail > head && sign * (values[queue[tail - 1] as number] as number) <= sign * value) tail -= 1;
    queue[tail] = index;
    tail += 1;
    if ((queue[head] as number) <= index - period) head += 1;
    result[index] = values[queue[head] as number] as number;
  }
  return result;
}
