import { Decimal, zero } from '../../lots/decimal.js';
import { signOf } from './entry-builder.js';
import type { TypeMeaning } from './transaction-words.js';

/** Differences of an amount from quantity × price that are only rounding. */
export const ROUNDING = '0.005';

/** A column of costs: 1 where costs are positive, -1 where they are negative; null where the rows do not decide. */
export type UsualSign = 1 | -1 | null;

/** The numbers of a row that show how a file writes signs. */
export interface SignedRow {
  meaning: TypeMeaning;
  /** The amount, except of a trade otherwise quantity × price: the product of a trade has no sign of its own. */
  cash: string | null;
  quantity: string | null;
  price: string | null;
  amount: string | null;
  fee: string;
  tax: string;
}

class Votes {
  plus = 0;
  minus = 0;
  /** Sum of the values, and the sign of the first. */
  sum = zero;
  first: UsualSign = null;

  add(sign: -1 | 0 | 1, count = 1): void {
    if (sign > 0) this.plus += count;
    if (sign < 0) this.minus += count;
  }

  get majority(): UsualSign {
    return this.plus > this.minus ? 1 : this.minus > this.plus ? -1 : null;
  }
}

/**
 * The usual signs of fees and of taxes. Amounts that include the costs prove them; otherwise most rows in their usual
 * direction decide, then the other column, and then dividends that are taken back, which take their costs back too.
 */
export function usualCostSigns(rows: readonly SignedRow[]): { fee: UsualSign; tax: UsualSign } {
  const counted = { fee: countCosts(rows, 'fee'), tax: countCosts(rows, 'tax') };
  const own = (column: 'fee' | 'tax') => counted[column].proven.majority ?? counted[column].usual.majority;
  const of = (column: 'fee' | 'tax', other: 'fee' | 'tax') =>
    own(column) ?? own(other) ?? counted[column].reversed.majority;
  return { fee: of('fee', 'tax'), tax: of('tax', 'fee') };
}

function countCosts(rows: readonly SignedRow[], column: 'fee' | 'tax') {
  const [proven, usual, reversed] = [new Votes(), new Votes(), new Votes()];
  for (const row of rows) {
    const sign = signOf(row[column]);
    if (sign === 0) continue;
    const { type, direction } = row.meaning;
    if (type === 'dividend' && signOf(row.cash) < 0) reversed.add(sign > 0 ? -1 : 1);
    else if (direction !== 'refund' && !(type === 'interest' && signOf(row.cash) < 0)) {
      usual.add(sign);
      proven.add(provenSign(row));
    }
  }
  return { proven, usual, reversed };
}

/** The sign of costs that makes quantity × price the amount of a trade; 0 where none does. */
function provenSign({ meaning: { type }, quantity, price, amount, fee, tax }: SignedRow): -1 | 0 | 1 {
  const written = new Decimal(fee).plus(tax);
  if (
    (type !== 'buy' && type !== 'sell') ||
    quantity === null ||
    price === null ||
    signOf(amount) === 0 ||
    written.abs().lte(ROUNDING)
  )
    return 0;
  const above = new Decimal(amount as string).abs().minus(new Decimal(quantity).times(price).abs());
  const costs = type === 'buy' ? above : above.neg();
  if (costs.minus(written).abs().lte(ROUNDING)) return 1;
  return costs.plus(written).abs().lte(ROUNDING) ? -1 : 0;
}

/** The usual sign of the amounts of a kind of booking in cash. */
export type CashSigns = (meaning: TypeMeaning) => UsualSign;

/**
 * The usual signs of money that leaves (fees, taxes, withdrawals) and of money that comes in (deposits, refunds), by
 * kind. A column that is negative for all other money that leaves is signed, so that a positive fee is a refund.
 */
export function usualCashSigns(rows: readonly SignedRow[]): CashSigns {
  const votes = new Map<string, Votes>();
  const outgoing = new Set<string>();
  for (const { meaning, quantity, cash } of rows) {
    // Units that are delivered move no money.
    if (meaning.type === 'transfer' && signOf(quantity) !== 0) continue;
    const sign = signOf(cash);
    if (sign === 0 || cash === null) continue;
    const key = kindOf(meaning);
    const own = votes.get(key) ?? new Votes();
    own.add(sign);
    own.sum = own.sum.plus(cash);
    own.first ??= sign;
    votes.set(key, own);
    if (isOut(meaning) || meaning.type === 'buy') outgoing.add(key);
  }
  return (meaning) => {
    const key = kindOf(meaning);
    const own = votes.get(key) ?? new Votes();
    const others = new Votes();
    for (const other of outgoing) if (other !== key) others.add(votes.get(other)?.majority ?? 0);
    const isSigned = others.minus > 0 && others.plus === 0;
    // Money that comes in is never negative by a convention.
    if (!isOut(meaning)) return own.plus > 0 || isSigned ? 1 : null;
    if (isSigned && (['fee', 'tax'].includes(meaning.type) || own.minus > 0)) return -1;
    // Where bookings cancel each other, either may be the cost.
    return own.majority ?? others.majority ?? (own.sum.isZero() ? own.first : null);
  };
}

const kindOf = ({ type, direction }: TypeMeaning): string => `${type} ${direction ?? ''}`;

/** Whether money of this kind leaves the portfolio. */
export const isOut = ({ type, direction }: TypeMeaning): boolean =>
  direction === 'out' || ((type === 'fee' || type === 'tax' || type === 'withdrawal') && direction === undefined);
