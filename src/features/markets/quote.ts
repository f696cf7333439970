import type { Provenance } from '../../upstream/provenance.js';
import type { AssetClass } from './asset-class.js';

export type MarketState = 'pre' | 'regular' | 'post' | 'closed';

/** The quote of a provider, validated by its parser: every number is finite, and the price is above zero. */
export interface ProviderQuote {
  symbol: string;
  /**
   * ISO 4217, or the code of a crypto-asset (USDT is not USD). Hundredths such as pence are converted. Null: the
   * currency of the instrument.
   */
  currency: string | null;
  price: number;
  previousClose: number | null;
  open: number | null;
  high: number | null;
  low: number | null;
  /** Null if there is none; never 0 for FX. */
  volume: number | null;
  bid: number | null;
  ask: number | null;
  /** When it was traded; null if the provider does not send it. */
  tradedAt: Date | null;
  /** True if the provider has only an old price (EODHD's "NA" with a previous close). */
  stale?: boolean;
}

export interface Quote extends Omit<ProviderQuote, 'currency' | 'stale'> {
  assetClass: AssetClass;
  currency: string;
  /** Price minus previous close; null without a previous close. */
  change: number | null;
  /** In percent. */
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
  /** Units traded; null if unknown or if it is not a trade. */
  size: number | null;
  at: Date;
}
