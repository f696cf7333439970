import type { Decimal } from '../lots/decimal.js';

/** A holding or target of a plan. */
export interface PlannedPosition {
  symbol: string;
  /** Currency of the price. */
  currency: string;
  quantity: Decimal;
  /** Price of one unit; null without a price or rate: the position is then not part of the plan. */
  price: Decimal | null;
  /** Units of the plan's currency for one unit of `currency`. */
  rate: Decimal | null;
  /** Target weight, as a fraction from 0 to 1. */
  target: Decimal;
  /** Decimal places of the units that are traded; 0: whole units. */
  unitPlaces: number;
}

export interface RebalanceRules {
  /**
   * A position is out of its band when its weight differs from its target by more than this (0.05: five percentage
   * points); null: no such band.
   */
  absoluteBand: Decimal | null;
  /** A position is also out of its band when the difference exceeds this fraction of its target; null: no such band. */
  relativeBand: Decimal | null;
  /**
   * When at least one position is out of its band, `all` trades every position, `outside` only the positions out of
   * their bands.
   */
  scope: 'all' | 'outside';
  /** Minimum value of a trade in the currency of the plan; smaller ones are left out. */
  minimumTrade: Decimal;
  /** Cost of each trade: fixed, in the currency of the plan; and as a fraction of its amount. */
  fixedFee: Decimal;
  feeFraction: Decimal;
  /** Cash that is not invested, which the weights do not include. */
  keptCash: Decimal;
  /** Cash that is added for the plan. */
  newCash: Decimal;
  /** True: nothing is sold. */
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
  /** Fee in `currency`. */
  fee: Decimal;
}

export type UnreachedCode = 'no_price' | 'below_minimum' | 'within_band' | 'rounding' | 'not_enough_cash' | 'no_sales';

/** A target that the plan does not reach, with the reason. */
export interface Unreached {
  symbol: string;
  code: UnreachedCode;
}

export interface RebalancePlan {
  trades: PlannedTrade[];
  unreached: Unreached[];
  /** Fees of all trades, in the currency of the plan. */
  fees: Decimal;
  /** Cash before the trades (with `newCash`), and after them. */
  cashBefore: Decimal;
  cashAfter: Decimal;
  /**
   * The value to which the weights apply, before and after the fees: holdings with a price and cash, without the kept
   * cash.
   */
  baseBefore: Decimal;
  baseAfter: Decimal;
  /** True when every position is in its band, so that nothing is traded. */
  isWithinBands: boolean;
}
