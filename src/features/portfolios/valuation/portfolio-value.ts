import type { Decimal } from '../lots/decimal.js';
import type { ValuationCondition } from './valuation.js';

/** The units of one symbol and their value. */
export interface HeldValue {
  symbol: string;
  /** Of the prices of the symbol. */
  currency: string;
  quantity: Decimal;
  /** In the currency of the answer; null without a price or rate. */
  value: Decimal | null;
}

/** What a portfolio holds and is worth now. */
export interface PortfolioValue {
  currency: string;
  /** Of what could be valued; `conditions` lists what could not. */
  value: Decimal;
  cashValue: Decimal;
  holdings: HeldValue[];
  /** The parts of `cashValue`, by currency; null without a rate. */
  cash: Array<{ currency: string; value: Decimal | null }>;
  conditions: ValuationCondition[];
}
