import type { TransactionType } from '../../transactions/transaction.js';
import { absolute, negated, signOf } from './entry-builder.js';
import type { RowCells } from './row-cells.js';
import { type CashSigns, type CostSign, isOut, provenSign, type SignedRow } from './sign-conventions.js';
import type { TypeMeaning } from './transaction-words.js';

/**
 * Returns a cost for the ledger: positive, or negative for a refund. The amount of the row itself decides if it
 * includes the cost, otherwise the sign of the column. A cost whose sign is ambiguous adds an issue, and so does one
 * that may be a refund or a mistake.
 */
export function signedCost(row: SignedRow & { cells: RowCells }, column: 'fee' | 'tax', sign: CostSign): string {
  const written = row[column];
  if (written === '0') return written;
  const proven = provenSign(row);
  if (proven !== 0) return proven === -1 ? negated(written) : written;
  if (sign.usual === null) {
    row.cells.fail(column, 'invalid_value', 'may be a cost or a refund: other rows have either sign');
    return written;
  }
  const cost = sign.usual === -1 ? negated(written) : written;
  if (signOf(cost) < 0 && !sign.isProven && !isTakenBack(row))
    row.cells.fail(
      column,
      'invalid_value',
      'has another sign than costs have in this file, and no amount shows that it is a refund',
    );
  if (row.meaning.type === 'dividend' && signOf(row.cash) < 0 && signOf(cost) > 0)
    row.cells.fail(column, 'invalid_value', 'has the sign of a cost, but the dividend is taken back');
  return cost;
}

const isTakenBack = ({ meaning: { type, direction }, cash }: SignedRow): boolean =>
  direction === 'refund' || ((type === 'dividend' || type === 'interest') && signOf(cash) < 0);

/**
 * Returns the type and amount with which the ledger books money that moves without a trade. A refunded fee or tax is
 * booked as interest.
 * @param isReversal true: the row has the opposite amount of an earlier one, so that it reverses it
 * @returns null if the sign is ambiguous
 */
export function bookedCash(
  meaning: TypeMeaning,
  cash: string,
  signs: CashSigns,
  isReversal: boolean,
): { type: TransactionType; amount: string } | null {
  const { type, direction } = meaning;
  if (type === 'interest' && direction !== 'out') return { type, amount: cash };
  const { usual, isSigned } = signs(meaning);
  if (usual === null || (signOf(cash) !== usual && !isSigned && !isReversal)) return null;
  const amount = absolute(cash);
  const leaves = isOut(meaning) === (signOf(cash) === usual);
  if (type === 'deposit' || type === 'withdrawal') return { type: leaves ? 'withdrawal' : 'deposit', amount };
  if (type === 'transfer' || type === 'interest' || direction === 'refund')
    return { type: type === 'transfer' ? type : 'interest', amount: leaves ? `-${amount}` : amount };
  return { type: leaves ? type : 'interest', amount };
}

export const AMBIGUOUS_CASH = 'has a sign that may mean money that comes in or that leaves';
