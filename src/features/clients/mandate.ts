import type { AssetClass } from '../markets/asset-class.js';
import type { Grouping } from '../portfolios/allocation/grouping.js';

/** A symbol of a target, with the fraction of the whole value that it should have. */
export interface TargetWeight {
  symbol: string;
  /** Fraction from 0 to 1. */
  weight: number;
}

/** A limit on the weight of a group of instruments, such as a sector. One of both weights is set. */
export interface GroupLimit {
  by: Grouping;
  /** The group as in allocations. Cash is in the group `cash`; by currency it belongs to its currency. */
  group: string;
  minWeight: number | null;
  maxWeight: number | null;
}

/**
 * The terms agreed by a client and the adviser. Weights are fractions of the value of all portfolios of the client,
 * cash included.
 */
export interface MandateTerms {
  /**
   * The portfolio of the kind `model` whose weights are the target; null: no model. The portfolio may have been deleted
   * since.
   */
  modelPortfolioId: string | null;
  /** The target of a mandate without a model portfolio, the rest being cash; null: no target weights. */
  targetWeights: TargetWeight[] | null;
  /** The largest allowed difference of a weight from its target, as a fraction of the whole value; null: no limit. */
  absoluteBand: number | null;
  /** The largest allowed difference of a weight from its target, as a fraction of the target; null: no limit. */
  relativeBand: number | null;
  excludedSymbols: string[];
  /** Country codes (ISO 3166-1 alpha-2). */
  excludedCountries: string[];
  excludedAssetClasses: AssetClass[];
  maxHoldingWeight: number | null;
  minCashWeight: number | null;
  groupLimits: GroupLimit[];
  /** True: restrictions and limits apply to the holdings of funds, in place of the funds. */
  lookThrough: boolean;
}

export interface Mandate extends MandateTerms {
  id: string;
  clientId: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
