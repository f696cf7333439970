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
  /** When it was traded. */
  tradedAt: Date;
  symbol: string | null;
  /** Units; of a transfer negative when they go out; of a split and a spin-off the new units for each old one. */
  quantity: Decimal | null;
  /** Per unit. */
  price: Decimal | null;
  /**
   * Before fees and taxes. Default: quantity × price. For a transfer, the cost that moves with the units, or cash,
   * negative when it goes out.
   */
  amount: Decimal | null;
  /** Currency of price, amount, fee and tax. */
  currency: string;
  fee: Decimal;
  tax: Decimal;
  /** Units of the portfolio's base currency for one of `currency`, as booked; null: the rate of the day counts. */
  rate: Decimal | null;
  /** The symbol after a symbol change, or that a spin-off creates. */
  newSymbol: string | null;
  /** For a spin-off: the part of the cost, from 0 to 1, that moves to the new symbol. */
  costFraction: Decimal | null;
  /** Lots that a sale takes, by the ids of the transactions that opened them. */
  lotIds: readonly string[] | null;
  note: string | null;
  /** The id in the system it was imported from; unique in its portfolio. */
  externalId: string | null;
}

export interface Transaction extends TransactionContent {
  id: string;
  portfolioId: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
