import type { Candle } from '../../markets/candle.js';
import type { Interval } from '../../markets/interval.js';
import { lengthOf } from '../engine/candle-source.js';

const COLUMNS = 6;

/** Candles of one symbol as one buffer, because copying a million objects to a thread is slow. */
export interface CandleNumbers {
  symbol: string;
  interval: Interval;
  /** Whether the candles are observed as prices, or as candles. */
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

/** When a candle begins (ms). */
export const timeAt = ({ numbers }: CandleNumbers, index: number): number => numbers[index * COLUMNS] as number;

/** Open, high, low and close of a candle. */
export function pricesAt({ numbers }: CandleNumbers, index: number): [number, number, number, number] {
  const at = index * COLUMNS;
  return [numbers[at + 1] as number, numbers[at + 2] as number, numbers[at + 3] as number, numbers[at + 4] as number];
}

export function candleAt(series: CandleNumbers, index: number): Candle {
  const [open, high, low, close] = pricesAt(series, index);
  const volume = series.numbers[index * COLUMNS + 5] as number;
  return { time: new Date(timeAt(series, index)), open, high, low, close, volume: Number.isNaN(volume) ? null : volume };
}

/** How many candles have ended by a time (ms). */
export function endedBy(series: CandleNumbers, time: number): number {
  const length = lengthOf(series.interval);
  let count = 0;
  while (count < countOf(series) && timeAt(series, count) + length <= time) count += 1;
  return count;
}
