import { Ledger, type LedgerOptions } from '../../src/features/portfolios/ledger/ledger.js';
import { Decimal } from '../../src/features/portfolios/lots/decimal.js';
import type { Transaction, TransactionType } from '../../src/features/portfolios/transactions/transaction.js';

/** A transaction in short form: decimals as text, `day` counted from 2026-01-01. */
export interface Entry {
  type: TransactionType;
  day?: number;
  symbol?: string;
  quantity?: string;
  price?: string;
  amount?: string | null;
  currency?: string;
  fee?: string;
  tax?: string;
  newSymbol?: string;
  costFraction?: string;
  lotIds?: string[];
}

let entries = 0;
const start = new Date('2026-01-01T12:00:00Z').getTime();
const decimal = (value: string | null | undefined) =>
  value === undefined || value === null ? null : new Decimal(value);

export function entry({
  type,
  day = 0,
  symbol,
  quantity,
  price,
  amount,
  currency = 'USD',
  fee = '0',
  tax = '0',
  newSymbol,
  costFraction,
  lotIds,
}: Entry): Transaction {
  entries += 1;
  const at = new Date(start + day * 86_400_000);
  return {
    id: String(entries),
    portfolioId: 'p',
    type,
    tradedAt: at,
    symbol: symbol ?? null,
    currency,
    rate: null,
    note: null,
    externalId: null,
    quantity: decimal(quantity),
    price: decimal(price),
    amount: decimal(amount),
    fee: new Decimal(fee),
    tax: new Decimal(tax),
    newSymbol: newSymbol ?? null,
    costFraction: decimal(costFraction),
    lotIds: lotIds ?? null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}

/** Returns the ledger after these entries. An entry without a day is one day after the previous one. */
export function ledgerOf(given: readonly Entry[], options: Partial<LedgerOptions> = {}): Ledger {
  const ledger = new Ledger({ lotMethod: 'fifo', tracksCash: true, ...options });
  for (const [index, one] of given.entries()) ledger.apply(entry({ day: index, ...one }));
  return ledger;
}
