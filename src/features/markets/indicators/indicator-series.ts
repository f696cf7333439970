import type { Provenance } from '../../../upstream/provenance.js';
import type { Adjustment } from '../candle.js';
import type { CandleRequest } from '../candles/candle-series.js';
import type { Interval } from '../interval.js';

/** Which indicators over which bars. */
export interface IndicatorsRequest extends Omit<CandleRequest, 'bars'> {
  /** `sma:20`, `macd`: see indicator-spec.ts. */
  indicator: readonly string[];
}

export interface IndicatorLine {
  name: string;
  /** One for each time; NaN where it is not there. */
  values: Float64Array;
}

export interface Indicator {
  /** With every parameter: `bbands:20:2`. */
  indicator: string;
  /** A price, to be drawn over the prices. */
  overlay: boolean;
  lines: IndicatorLine[];
}

/** Indicators of one symbol, all over the same bars. */
export interface IndicatorSeries {
  symbol: string;
  interval: Interval;
  currency: string;
  adjustment: Adjustment;
  /** Openings of the bars, ascending. */
  times: Date[];
  /** In the order in which they were asked for. */
  items: Indicator[];
  provenance: Provenance;
}
