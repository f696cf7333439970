import type { Provenance } from '../../../upstream/provenance.js';
import type { Adjustment } from '../candle.js';
import type { CandleRequest } from '../candles/candle-series.js';
import type { Interval } from '../interval.js';

/** The indicators to calculate, and the candles to use. */
export interface IndicatorsRequest extends Omit<CandleRequest, 'count'> {
  /** Indicators such as `sma:20` or `macd`; `indicator-spec.ts` has the syntax. */
  indicator: readonly string[];
}

export interface IndicatorLine {
  name: string;
  /** One value per time; NaN if absent. */
  values: Float64Array;
}

export interface Indicator {
  /** The indicator with all parameters, such as `bbands:20:2`. */
  indicator: string;
  /** True: the values are prices, to be drawn over the candles. */
  overlay: boolean;
  lines: IndicatorLine[];
}

/** Indicators of one symbol over the same candles. */
export interface IndicatorSeries {
  symbol: string;
  interval: Interval;
  currency: string;
  adjustment: Adjustment;
  /** Start times of the candles, ascending. */
  times: Date[];
  /** Indicators in the order requested. */
  items: Indicator[];
  provenance: Provenance;
}
