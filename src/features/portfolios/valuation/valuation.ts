import type { LedgerWarning } from '../ledger/ledger-entries.js';
import type { Decimal } from '../lots/decimal.js';

/** A missing or doubtful input of a valuation. */
export interface ValuationWarning extends Omit<LedgerWarning, 'code' | 'transactionId'> {
  code: LedgerWarning['code'] | 'price_missing' | 'price_stale' | 'rate_missing';
  /** The transaction that caused the warning; null if no transaction did. */
  transactionId: string | null;
}

/**
 * The units of one symbol and their value. Amounts are in the currency of the instrument, unless their comment or name
 * says otherwise.
 */
export interface ValuedHolding {
  symbol: string;
  quantity: Decimal;
  currency: string;
  /** Cost of the units, fees included; null if unknown. */
  cost: Decimal | null;
  price: Decimal | null;
  /** The day of the price; null without a price. */
  priceDay: number | null;
  provider: string | null;
  /** Units of the valuation's currency for one unit of the holding's; null if unknown. */
  rate: Decimal | null;
  /** Value in the currency of the valuation; null without a price or rate. */
  value: Decimal | null;
  costInCurrency: Decimal | null;
  unrealized: Decimal | null;
  /** Fraction of the total value; null without a value. */
  weight: number | null;
}

export interface ValuedCash {
  currency: string;
  amount: Decimal;
  rate: Decimal | null;
  /** Value in the currency of the valuation; null without a rate. */
  value: Decimal | null;
}

export interface Valuation {
  /** The valuation is as of the end of this day. */
  day: number;
  currency: string;
  /** Total value without holdings and cash that could not be valued, which `warnings` lists. */
  value: Decimal;
  holdingsValue: Decimal;
  cashValue: Decimal;
  holdings: ValuedHolding[];
  cash: ValuedCash[];
  warnings: ValuationWarning[];
}
