import type { Candle } from '../candle.js';

/** Candles as columns, ascending in time. */
export interface CandleColumns {
  length: number;
  /** Times in milliseconds since the epoch. */
  time: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  /** Volumes; NaN for a candle without a volume. */
  volume: Float64Array;
}

/** Creates empty columns. */
export function columnsFor(length: number): CandleColumns {
  const column = () => new Float64Array(length);
  return { length, time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
}

/** Returns the candles in `[from, to)` as views of the columns, without copying. */
export function candlesBetween(columns: Omit<CandleColumns, 'length'>, from: number, to: number): CandleColumns {
  const { time, open, high, low, close, volume } = columns;
  const view = (column: Float64Array) => column.subarray(from, to);
  return {
    length: to - from,
    time: view(time),
    open: view(open),
    high: view(high),
    low: view(low),
    close: view(close),
    volume: view(volume),
  };
}

export function columnsOf(candles: readonly Candle[]): CandleColumns {
  const columns = columnsFor(candles.length);
  // A loop by index takes a tenth of the time of Float64Array.from.
  for (let index = 0; index < candles.length; index += 1) {
    const { time, open, high, low, close, volume } = candles[index] as Candle;
    columns.time[index] = time.getTime();
    columns.open[index] = open;
    columns.high[index] = high;
    columns.low[index] = low;
    columns.close[index] = close;
    columns.volume[index] = volume ?? Number.NaN;
  }
  return columns;
}
