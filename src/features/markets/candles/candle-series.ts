import type { Provenance } from '../../../upstream/provenance.js';
import type { Adjustment, Candle } from '../candle.js';
import type { Interval } from '../interval.js';

/** A range of trading hours without candles; `to` is exclusive. */
export interface Gap {
  from: Date;
  to: Date;
}

export interface CandleRequest {
  interval?: Interval;
  /**
   * Start of the range, inclusive: RFC 3339, or a plain date (midnight, UTC). Undefined: `count` candles before `to`
   * are read.
   */
  from?: string;
  /** Number of candles if `from` is undefined, at most 5,000. Default: 250. */
  count?: number;
  /** End of the range, exclusive: RFC 3339, or a plain date (midnight, UTC). Default: now. */
  to?: string;
  adjustment?: Adjustment;
  /** Maximum number of candles. Default: 5,000. More than 5,000 are read in parts. */
  limit?: number;
}

/** Candles of one symbol from one provider. */
export interface CandleSeries {
  symbol: string;
  interval: Interval;
  /** Currency of the prices: an ISO 4217 code, or the code of a crypto-asset. */
  currency: string;
  /** The adjustment that was applied: less than requested, with a warning, if splits or dividends are unavailable. */
  adjustment: Adjustment;
  /** Candles, ascending; the last one may still be open. */
  items: Candle[];
  /** Gaps in the trading hours of the range, ascending. */
  gaps: Gap[];
  provenance: Provenance;
}
