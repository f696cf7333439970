import type { Decimal } from '../lots/decimal.js';

export const transactionTypes = [
  'buy',
  'sell',
  'dividend',
  'interest',
  'fee',
  'tax',
  'deposit',
  'withdrawal',
  'transfer',
  'split',
  'spin_off',
  'symbol_change',
] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** The fields of a transaction; which are required depends on its type (`transaction-rules.ts`). */
export interface TransactionContent {
  type: TransactionType;
  /** Time of the trade. */
  tradedAt: Date;
  symbol: string | null;
  /** Units; for a transfer, negative when they leave; for a split or spin-off, the new units for each old one. */
  quantity: Decimal | null;
  /** Price per unit. */
  price: Decimal | null;
  /**
   * Gross amount, before fees and taxes. Default: quantity × price. For a transfer, the cost that moves with the units;
   * or cash, negative when it leaves.
   */
  amount: Decimal | null;
  /** Currency of price, amount, fee and tax. */
  currency: string;
  fee: Decimal;
  tax: Decimal;
  /**
   * Booked rate: units of the portfolio's base currency for one unit of `currency`; null: the rate of the day applies.
   */
  rate: Decimal | null;
  /** The new symbol of a symbol change, or the symbol that a spin-off creates. */
  newSymbol: string | null;
  /** For a spin-off, the fraction of the cost, from 0 to 1, that moves to the new symbol. */
  costFraction: Decimal | null;
  /**
   * The lots that a sale takes: ids of the transactions that opened them; null: chosen by the method of the portfolio.
   */
  lotIds: readonly string[] | null;
  note: string | null;
  /** Id in the system from which the transaction was imported; unique in its portfolio. */
  externalId: string | null;
}

export interface Transaction extends TransactionContent {
  id: string;
  portfolioId: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
