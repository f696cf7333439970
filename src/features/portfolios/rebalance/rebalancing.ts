import type { Decimal } from '../lots/decimal.js';

/** A holding or target of a plan. */
export interface PlannedPosition {
  symbol: string;
  /** Currency of the price. */
  currency: string;
  quantity: Decimal;
  /** Null without a price or rate: the position is not part of the plan. */
  price: Decimal | null;
  /** Units of the currency of the plan for one of `currency`. */
  rate: Decimal | null;
  /** The target fraction of the value, from 0 to 1. */
  target: Decimal;
  /** Decimal places of units that are traded; 0: whole units. */
  unitPlaces: number;
}

export interface RebalanceRules {
  /**
   * Out of its band is a position whose weight differs from its target by more than this (0.05: five percentage
   * points); null: no such band.
   */
  absoluteBand: Decimal | null;
  /** Or by more than this fraction of its target; null: no such band. */
  relativeBand: Decimal | null;
  /** When one position is out of its band: whether all positions are traded, or only those out of their bands. */
  scope: 'all' | 'outside';
  /** Smaller trades are left out, in the currency of the plan. */
  minimumTrade: Decimal;
  /** Cost of each trade in the currency of the plan, and as a fraction of its amount. */
  fixedFee: Decimal;
  feeFraction: Decimal;
  /** Cash that stays, apart from the value that the weights are of. */
  keptCash: Decimal;
  /** Cash that comes in for the plan. */
  newCash: Decimal;
  /** Nothing is sold. */
  buysOnly: boolean;
}

export interface PlannedTrade {
  symbol: string;
  side: 'buy' | 'sell';
  quantity: Decimal;
  price: Decimal;
  currency: string;
  rate: Decimal;
  /** Quantity × price, in `currency`. */
  amount: Decimal;
  /** In `currency`. */
  fee: Decimal;
}

export type UnreachedCode = 'no_price' | 'below_minimum' | 'within_band' | 'rounding' | 'not_enough_cash' | 'no_sales';

/** A target that the plan does not reach, and why. */
export interface Unreached {
  symbol: string;
  code: UnreachedCode;
}

export interface RebalancePlan {
  trades: PlannedTrade[];
  unreached: Unreached[];
  /** Fees of all trades, in the currency of the plan. */
  fees: Decimal;
  /** Cash before the trades, with new money, and after them. */
  cashBefore: Decimal;
  cashAfter: Decimal;
  /**
   * The value that the weights are of: holdings with a price and cash, without the kept cash; before and after the
   * fees.
   */
  baseBefore: Decimal;
  baseAfter: Decimal;
  /** Whether every position was in its band, so that nothing is traded. */
  isWithinBands: boolean;
}
