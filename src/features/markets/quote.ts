import type { Provenance } from '../../upstream/provenance.js';
import type { AssetClass } from './asset-class.js';

export type MarketState = 'pre' | 'regular' | 'post' | 'closed';

/** What a provider says of a price. Checked at its edge: every number is finite, the price is above zero. */
export interface ProviderQuote {
  symbol: string;
  /** ISO 4217, or the code of a crypto-asset (USDT is not USD). Pence and the like are converted. Null: as the instrument says. */
  currency: string | null;
  price: number;
  previousClose: number | null;
  open: number | null;
  high: number | null;
  low: number | null;
  /** Null where there is none, never 0 for FX. */
  volume: number | null;
  bid: number | null;
  ask: number | null;
  /** When it was traded; null when the provider does not say. */
  tradedAt: Date | null;
  /** True when the provider has only an older price than it should (EODHD's "NA" with a previous close). */
  stale?: boolean;
}

export interface Quote extends Omit<ProviderQuote, 'currency' | 'stale'> {
  assetClass: AssetClass;
  currency: string;
  /** Price less previous close; null without one. */
  change: number | null;
  /** In per cent. */
  changePercent: number | null;
  marketState: MarketState;
  provenance: Provenance;
}

/** One trade or change of price, as it happens. */
export interface Tick {
  symbol: string;
  price: number;
  bid: number | null;
  ask: number | null;
  /** Units traded; null when the provider does not say or it is no trade. */
  size: number | null;
  at: Date;
}
