import type { CostOrigins } from '../lots/cost-pool.js';
import type { Decimal } from '../lots/decimal.js';

/** The gain or loss of one sale from one lot. */
export interface RealizedGain {
  /** The sale. */
  transactionId: string;
  at: Date;
  symbol: string;
  /** The transaction that opened the lot. */
  lotId: string;
  acquiredAt: Date;
  quantity: Decimal;
  /** After fees, before taxes. */
  proceeds: Decimal;
  /** Null: unknown. */
  cost: Decimal | null;
  gain: Decimal | null;
  currency: string;
  /** Booked rates to the base currency, of the sale and of the cost; null: the rate of the day counts. */
  rate: Decimal | null;
  costRate: Decimal | null;
  /**
   * At the average cost: the purchases that the cost consists of, with their days and booked rates; null: it is that of
   * the lot.
   */
  costOrigins: CostOrigins | null;
}

/** Money that a portfolio earned (positive) or that it cost (negative) apart from prices. */
export interface Income {
  transactionId: string;
  at: Date;
  kind: 'dividend' | 'interest' | 'fee' | 'tax';
  symbol: string | null;
  amount: Decimal;
  currency: string;
  rate: Decimal | null;
}

/** Money or units that came from outside of the portfolio (positive) or left it (negative). */
export interface ExternalFlow {
  transactionId: string;
  at: Date;
  currency: string;
  /** Null for units, whose value is that of the day. */
  amount: Decimal | null;
  symbol: string | null;
  quantity: Decimal | null;
  rate: Decimal | null;
}

/** A doubtful property of the transactions that figures rely on. */
export interface LedgerWarning {
  code: 'oversold' | 'lots_unavailable' | 'negative_cash' | 'cost_unknown';
  transactionId: string;
  symbol?: string;
  currency?: string;
  detail: string;
}
