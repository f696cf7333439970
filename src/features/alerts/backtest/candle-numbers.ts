import type { Candle } from '../../markets/candle.js';
import type { Interval } from '../../markets/interval.js';

const COLUMNS = 6;

/** Candles of one symbol as one buffer, because copying a million objects to a thread is slow. */
export interface CandleNumbers {
  symbol: string;
  interval: Interval;
  /** Whether the candles stand for prices, or are observed as candles. */
  use: 'prices' | 'candles';
  /** Time (ms since the epoch), open, high, low, close and volume (NaN if null) of each candle, ascending. */
  numbers: Float64Array<ArrayBuffer>;
}

export function candleNumbers(symbol: string, interval: Interval, use: CandleNumbers['use'], candles: readonly Candle[]): CandleNumbers {
  const numbers = new Float64Array(candles.length * COLUMNS);
  candles.forEach(({ time, open, high, low, close, volume }, index) => {
    numbers.set([time.getTime(), open, high, low, close, volume ?? Number.NaN], index * COLUMNS);
  });
  return { symbol, interval, use, numbers };
}

export const countOf = ({ numbers }: CandleNumbers): number => numbers.length / COLUMNS;

export function candleAt({ numbers }: CandleNumbers, index: number): Candle {
  const at = index * COLUMNS;
  const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = numbers.subarray(at, at + COLUMNS);
  return { time: new Date(time), open, high, low, close, volume: Number.isNaN(volume) ? null : volume };
}
