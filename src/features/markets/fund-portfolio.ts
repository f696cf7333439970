import type { Provenance } from '../../upstream/provenance.js';

/** Kinds of holdings of funds. `fund` is another fund; `derivative` has its market value, not its notional amount. */
export const fundHoldingKinds = [
  'equity',
  'debt',
  'fund',
  'cash',
  'commodity',
  'real_estate',
  'derivative',
  'other',
] as const;
export type FundHoldingKind = (typeof fundHoldingKinds)[number];

/** A holding of a fund. */
export interface FundHolding {
  name: string;
  /** The symbol of the instrument; null if the directory does not have it. */
  symbol: string | null;
  isin: string | null;
  cusip: string | null;
  lei: string | null;
  kind: FundHoldingKind;
  /** Sector of the instrument; null if unknown. */
  sector: string | null;
  /** Country of the issuer (ISO 3166-1 alpha-2); null if unknown. */
  country: string | null;
  /** Currency of the holding (ISO 4217); null if unknown. */
  currency: string | null;
  /** Fraction of the net assets of the fund; negative for a short position. */
  weight: number;
}

/** The holdings of a fund at the end of a day. */
export interface FundPortfolio {
  /** Name of the fund; null if its source states none. */
  name: string | null;
  /** The day, such as `2026-06-30`. */
  asOf: string;
  /** Time from which the public could read the report. */
  publishedAt: Date;
  /** Address of the report; null if it is on no website. */
  url: string | null;
  /** The largest weight first. */
  holdings: readonly FundHolding[];
  /** Sentences about holdings that were left out. */
  warnings: readonly string[];
}

/** The holdings of a fund, and their source: the account or a provider. */
export interface KnownFund extends FundPortfolio {
  symbol: string;
  /** `own`: stated by the account; `reported`: by the source. */
  basis: 'own' | 'reported';
  provenance: Provenance;
}
