import type { Decimal } from '../lots/decimal.js';
import type { ValuationWarning } from './valuation.js';

/** The units of one symbol and their value. */
export interface HeldValue {
  symbol: string;
  /** Currency of the prices of the symbol. */
  currency: string;
  quantity: Decimal;
  /** Value in the currency of `PortfolioValue`; null without a price or rate. */
  value: Decimal | null;
}

/** The holdings of a portfolio and their present value. */
export interface PortfolioValue {
  currency: string;
  /** Total value without holdings and cash that could not be valued, which `warnings` lists. */
  value: Decimal;
  cashValue: Decimal;
  holdings: HeldValue[];
  /** The parts of `cashValue`, by currency; null without a rate. */
  cash: Array<{ currency: string; value: Decimal | null }>;
  warnings: ValuationWarning[];
}
