import type { TransactionType } from '../../transactions/transaction.js';
import { absolute, negated, signOf } from './entry-builder.js';
import type { RowCells } from './row-cells.js';
import { type CashSigns, isOut, type SignedRow, type UsualSign } from './sign-conventions.js';
import type { TypeMeaning } from './transaction-words.js';

/**
 * Returns a cost for the ledger by the usual sign of its column: positive, or negative for a refund. A cost whose sign
 * is ambiguous adds an issue.
 */
export function signedCost(row: SignedRow & { cells: RowCells }, column: 'fee' | 'tax', usual: UsualSign): string {
  const written = row[column];
  if (written === '0') return written;
  if (usual === null)
    row.cells.fail(column, 'invalid_value', 'may be a cost or a refund: as many rows have the other sign');
  const cost = usual === -1 ? negated(written) : written;
  if (row.meaning.type === 'dividend' && signOf(row.cash) < 0 && signOf(cost) > 0)
    row.cells.fail(column, 'invalid_value', 'has the sign of a cost, but the dividend is taken back');
  return cost;
}

/**
 * Returns the type and amount with which the ledger books money that moves without a trade. A refunded fee or tax is
 * booked as interest.
 * @returns null if the sign is ambiguous
 */
export function bookedCash(
  meaning: TypeMeaning,
  cash: string,
  signs: CashSigns,
): { type: TransactionType; amount: string } | null {
  const { type, direction } = meaning;
  if (type === 'interest' && direction !== 'out') return { type, amount: cash };
  const usual = signs(meaning);
  if (usual === null) return null;
  const amount = absolute(cash);
  const leaves = isOut(meaning) === (signOf(cash) === usual);
  if (type === 'deposit' || type === 'withdrawal') return { type: leaves ? 'withdrawal' : 'deposit', amount };
  if (type === 'transfer' || type === 'interest' || direction === 'refund')
    return { type: type === 'transfer' ? type : 'interest', amount: leaves ? `-${amount}` : amount };
  return { type: leaves ? type : 'interest', amount };
}

export const AMBIGUOUS_CASH = 'has a sign that may mean money that comes in or that leaves';
