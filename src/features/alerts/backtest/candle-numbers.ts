import type { Candle } from '../../markets/candle.js';
import type { CandleColumns } from '../../markets/indicators/candle-columns.js';
import type { Interval } from '../../markets/interval.js';
import { lengthOf } from '../engine/candle-source.js';

const COLUMNS = 7;
const SEEN = 6;

/** Candles of one symbol in one buffer, because copying many objects to a worker thread is slow. */
export interface CandleNumbers {
  symbol: string;
  interval: Interval;
  /** Whether the engine observes each candle as a series of prices, or as a candle. */
  use: 'prices' | 'candles';
  /**
   * Seven numbers per candle, in ascending order of time: its start (ms since the epoch), open, high, low, close,
   * volume (NaN if null) and the order in which it was observed (see `orderOf`).
   */
  numbers: Float64Array<ArrayBuffer>;
}

/**
 * Converts candles to numbers.
 * @param orders of each candle, see `orderOf`; default: the end of the candle
 */
export function candleNumbers(
  symbol: string,
  interval: Interval,
  use: CandleNumbers['use'],
  candles: readonly Candle[],
  orders: readonly number[] = [],
): CandleNumbers {
  const numbers = new Float64Array(candles.length * COLUMNS);
  // Numbers are assigned one by one: setting a list for each of 130,000 candles takes ten times as long.
  let at = 0;
  for (const [index, { time, open, high, low, close, volume }] of candles.entries()) {
    numbers[at] = time.getTime();
    numbers[at + 1] = open;
    numbers[at + 2] = high;
    numbers[at + 3] = low;
    numbers[at + 4] = close;
    numbers[at + 5] = volume ?? Number.NaN;
    numbers[at + 6] = orders[index] ?? time.getTime() + lengthOf(interval);
    at += COLUMNS;
  }
  return { symbol, interval, use, numbers };
}

/** Joins parts of one series; the parts must be in ascending order of time. */
export function joinedNumbers(parts: readonly [CandleNumbers, ...CandleNumbers[]]): CandleNumbers {
  const [first] = parts;
  const numbers = new Float64Array(parts.reduce((length, part) => length + part.numbers.length, 0));
  let at = 0;
  for (const part of parts) {
    numbers.set(part.numbers, at);
    at += part.numbers.length;
  }
  return { ...first, numbers };
}

export const countOf = ({ numbers }: CandleNumbers): number => numbers.length / COLUMNS;

/** Returns the start of a candle (ms). */
export const timeAt = ({ numbers }: CandleNumbers, index: number): number => numbers[index * COLUMNS] as number;

/** Returns the order in which a candle is observed; see `orderOf`. */
export const orderAt = ({ numbers }: CandleNumbers, index: number): number => numbers[index * COLUMNS + SEEN] as number;

const PRICES = { open: 1, high: 2, low: 3, close: 4 };

/** Returns one of the prices of a candle. */
export const priceAt = ({ numbers }: CandleNumbers, index: number, name: keyof typeof PRICES): number =>
  numbers[index * COLUMNS + PRICES[name]] as number;

/** Returns the candles in the columns that indicators read. */
export function columnsOf(series: CandleNumbers): CandleColumns {
  const length = countOf(series);
  const column = (place: number) => {
    const values = new Float64Array(length);
    for (let index = 0; index < length; index += 1) values[index] = series.numbers[index * COLUMNS + place] as number;
    return values;
  };
  const [time, open, high, low, close, volume] = [column(0), column(1), column(2), column(3), column(4), column(5)];
  return { length, time, open, high, low, close, volume };
}

export function candleAt(series: CandleNumbers, index: number): Candle {
  const price = (name: keyof typeof PRICES) => priceAt(series, index, name);
  const volume = series.numbers[index * COLUMNS + 5] as number;
  const prices = { open: price('open'), high: price('high'), low: price('low'), close: price('close') };
  return { time: new Date(timeAt(series, index)), ...prices, volume: Number.isNaN(volume) ? null : volume };
}

/** Returns the number of candles that were observed at or before a time (ms). */
export function endedBy(series: CandleNumbers, time: number): number {
  let count = 0;
  while (count < countOf(series) && orderAt(series, count) <= time) count += 1;
  return count;
}
