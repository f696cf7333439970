import type { PlainField } from '../transactions/plain-fields.js';
import type { Transaction } from '../transactions/transaction.js';

/** A transaction in the form of exported files: numbers are decimals as text, times are RFC 3339 in UTC. */
export type ExportedTransaction = Record<Exclude<PlainField, 'lots'>, string | null> & { lots: string[] | null };

/**
 * Returns a transaction in the form of exported files.
 * @param rowOf rows of the transactions exported before, by id: lots are named by rows, since ids differ in every
 * portfolio; a lot that was not exported keeps its id
 */
export function exportedTransaction(transaction: Transaction, rowOf: ReadonlyMap<string, number>): ExportedTransaction {
  const {
    type,
    tradedAt,
    symbol,
    quantity,
    price,
    amount,
    currency,
    fee,
    tax,
    rate,
    newSymbol,
    costFraction,
    lotIds,
    note,
    externalId,
  } = transaction;
  return {
    type,
    tradedAt: tradedAt.toISOString(),
    symbol,
    quantity: quantity?.toFixed() ?? null,
    price: price?.toFixed() ?? null,
    amount: amount?.toFixed() ?? null,
    currency,
    fee: fee.toFixed(),
    tax: tax.toFixed(),
    rate: rate?.toFixed() ?? null,
    newSymbol,
    costFraction: costFraction?.toFixed() ?? null,
    lots: lotIds?.map((id) => String(rowOf.get(id) ?? id)) ?? null,
    note,
    externalId,
  };
}
