import type { Candle } from '../candle.js';
import type { CandleSeries } from '../candles/candle-series.js';

/** A candle with its instrument. */
export interface InstrumentCandle {
  symbol: string;
  candle: Candle;
}

/** The source and the unit of the candles of an instrument. */
export type CandleSeriesSource = Pick<CandleSeries, 'symbol' | 'currency' | 'adjustment' | 'provenance'>;

/** An instrument whose candles no provider could return, with the reason. */
export interface CandleSeriesError {
  symbol: string;
  code: 'not_found' | 'not_offered' | 'unavailable';
  detail: string;
}

/** Where the next page begins: the index of the instrument, and the time (ms) of its next candle. */
export interface CandlePosition {
  at: number;
  time: number;
}

export interface CandlePage {
  candles: InstrumentCandle[];
  series: CandleSeriesSource[];
  errors: CandleSeriesError[];
  /** Undefined on the last page. */
  next: CandlePosition | undefined;
}
