import type { Provenance } from '../../upstream/provenance.js';
import type { AssetClass } from './asset-class.js';

export type MarketState = 'pre' | 'regular' | 'post' | 'closed';

/** The quote of a provider, checked by its parser: every number is finite, and the price is above zero. */
export interface ProviderQuote {
  symbol: string;
  /**
   * Currency of the price: ISO 4217, or the code of a crypto-asset (USDT is not USD). Hundredths such as pence are
   * converted to the whole currency. Null: the currency of the instrument.
   */
  currency: string | null;
  price: number;
  previousClose: number | null;
  open: number | null;
  high: number | null;
  low: number | null;
  /** Volume of the session; null for an instrument without a volume, such as a currency pair. */
  volume: number | null;
  bid: number | null;
  ask: number | null;
  /** Time of the trade; null if the provider does not send it. */
  tradedAt: Date | null;
  /** True if the provider has only an old price (EODHD's "NA" with a previous close). */
  stale?: boolean;
}

export interface Quote extends Omit<ProviderQuote, 'currency' | 'stale'> {
  assetClass: AssetClass;
  currency: string;
  /** Price minus previous close; null without a previous close. */
  change: number | null;
  /** Change in percent (1 is 1 %); null without a previous close. */
  changePercent: number | null;
  marketState: MarketState;
  provenance: Provenance;
}

/** A trade or price change, in real time. */
export interface Tick {
  symbol: string;
  price: number;
  bid: number | null;
  ask: number | null;
  /** Number of units traded; null if unknown, or if the tick is not a trade. */
  size: number | null;
  at: Date;
}
