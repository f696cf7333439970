import type { Provenance } from '../../../upstream/provenance.js';
import type { Adjustment, Candle } from '../candle.js';
import type { Interval } from '../interval.js';

/** A stretch of time: `to` is not included. */
export interface Stretch {
  from: Date;
  to: Date;
}

/** Which bars are wanted. */
export interface CandleRequest {
  interval?: Interval;
  /** Inclusive: RFC 3339, or a plain date (midnight, UTC); undefined: so that as many bars come as `bars` says. */
  from?: string;
  /** How many bars come when no beginning is given, at most 5,000; undefined: some 250. */
  bars?: number;
  /** Exclusive: RFC 3339, or a plain date (midnight, UTC); undefined: now. */
  to?: string;
  adjustment?: Adjustment;
}

/** Bars of one symbol, by one provider. */
export interface CandleSeries {
  symbol: string;
  interval: Interval;
  /** ISO 4217, or the code of a crypto-asset. */
  currency: string;
  /** What was done, which is less than what was asked for when the splits or dividends cannot be had; a warning says so. */
  adjustment: Adjustment;
  /** Ascending; the last one may be running still. */
  items: Candle[];
  /** Where trading hours have no bar, ascending. */
  gaps: Stretch[];
  provenance: Provenance;
}
