import type { AssetClass } from '../markets/asset-class.js';

/** A share of the whole value that a symbol is to have. */
export interface TargetWeight {
  symbol: string;
  /** From 0 to 1. */
  weight: number;
}

/**
 * The terms agreed by a client and the adviser. Weights are fractions of the value of all portfolios of the client,
 * cash included.
 */
export interface MandateTerms {
  /** The portfolio of the kind `model` whose weights are the target. It may have been deleted since. */
  modelPortfolioId: string | null;
  /** The target when there is no model portfolio; the rest is cash. */
  targetWeights: TargetWeight[] | null;
  /** A weight may differ from its target by this share of the whole; null: by any. */
  absoluteBand: number | null;
  /** A weight may differ from its target by this share of the target; null: by any. */
  relativeBand: number | null;
  excludedSymbols: string[];
  /** ISO 3166-1 alpha-2. */
  excludedCountries: string[];
  excludedAssetClasses: AssetClass[];
  maxHoldingWeight: number | null;
  minCashWeight: number | null;
}

export interface Mandate extends MandateTerms {
  id: string;
  clientId: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
