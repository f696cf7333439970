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
  /** Inclusive: RFC 3339, or a plain date (midnight, UTC); undefined: `count` candles before `to`. */
  from?: string;
  /** Number of candles returned without `from`, at most 5,000; default 250. */
  count?: number;
  /** Exclusive: RFC 3339, or a plain date (midnight, UTC); default now. */
  to?: string;
  adjustment?: Adjustment;
  /** The maximum number of candles; default 5,000. More than that are read in parts. */
  limit?: number;
}

/** Candles of one symbol from one provider. */
export interface CandleSeries {
  symbol: string;
  interval: Interval;
  /** ISO 4217, or the code of a crypto-asset. */
  currency: string;
  /** The adjustment applied; less than requested, with a warning, if splits or dividends are unavailable. */
  adjustment: Adjustment;
  /** Ascending; the last one may still be open. */
  items: Candle[];
  /** Ascending. */
  gaps: Gap[];
  provenance: Provenance;
}
