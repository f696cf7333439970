import type { Candle } from '../candle.js';

/** Candles as columns, ascending in time. */
export interface CandleColumns {
  length: number;
  /** Milliseconds since the epoch. */
  time: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  /** NaN without a volume. */
  volume: Float64Array;
}

export function columnsOf(candles: readonly Candle[]): CandleColumns {
  const { length } = candles;
  const column = () => new Float64Array(length);
  const columns = { length, time: column(), high: column(), low: column(), close: column(), volume: column() };
  // A loop by index takes a tenth of the time of Float64Array.from.
  for (let index = 0; index < length; index += 1) {
    const { time, high, low, close, volume } = candles[index] as Candle;
    columns.time[index] = time.getTime();
    columns.high[index] = high;
    columns.low[index] = low;
    columns.close[index] = close;
    columns.volume[index] = volume ?? Number.NaN;
  }
  return columns;
}
