import type { Candle } from '../candle.js';

/** Candles as columns, ascending in time. */
export interface Bars {
  length: number;
  /** Milliseconds since the epoch. */
  time: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  /** NaN where there is none. */
  volume: Float64Array;
}

export function barsOf(candles: readonly Candle[]): Bars {
  const column = (of: (candle: Candle) => number) => Float64Array.from(candles, of);
  return {
    length: candles.length,
    time: column(({ time }) => time.getTime()),
    high: column(({ high }) => high),
    low: column(({ low }) => low),
    close: column(({ close }) => close),
    volume: column(({ volume }) => volume ?? Number.NaN),
  };
}
