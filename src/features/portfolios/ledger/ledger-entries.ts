import type { CostOrigins } from '../lots/cost-pool.js';
import type { Decimal } from '../lots/decimal.js';

/** The gain or loss of one sale from one lot. */
export interface RealizedGain {
  /** Id of the sale. */
  transactionId: string;
  at: Date;
  symbol: string;
  /** Id of the transaction that opened the lot. */
  lotId: string;
  acquiredAt: Date;
  quantity: Decimal;
  /** Proceeds after fees and before taxes. */
  proceeds: Decimal;
  /** Cost of the sold units; null if unknown. */
  cost: Decimal | null;
  gain: Decimal | null;
  currency: string;
  /** Booked rates to the base currency, of the sale and of the cost; null: the rate of the day applies. */
  rate: Decimal | null;
  costRate: Decimal | null;
  /**
   * For the average cost method, the purchases that the cost consists of, with their days and booked rates; null for
   * other methods, which use the cost of the lot itself.
   */
  costOrigins: CostOrigins | null;
}

/** Income (positive) or a cost (negative) of a portfolio other than price changes. */
export interface Income {
  transactionId: string;
  at: Date;
  kind: 'dividend' | 'interest' | 'fee' | 'tax';
  symbol: string | null;
  amount: Decimal;
  currency: string;
  rate: Decimal | null;
}

/** Money or units that came into the portfolio from outside (positive) or left it (negative). */
export interface ExternalFlow {
  transactionId: string;
  at: Date;
  currency: string;
  /** Amount of money; null for units, which are valued at the price of the day. */
  amount: Decimal | null;
  symbol: string | null;
  quantity: Decimal | null;
  rate: Decimal | null;
}

/** A doubtful property of the transactions from which figures are computed. */
export interface LedgerWarning {
  code: 'oversold' | 'lots_unavailable' | 'negative_cash' | 'cost_unknown';
  transactionId: string;
  symbol?: string;
  currency?: string;
  detail: string;
}
