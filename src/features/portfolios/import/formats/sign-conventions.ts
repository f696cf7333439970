import { Decimal } from '../../lots/decimal.js';
import { signOf } from './entry-builder.js';
import type { TypeMeaning } from './transaction-words.js';

/** Maximum difference of an amount from quantity × price that counts as rounding. */
export const ROUNDING = '0.005';

/**
 * The usual sign of a column: for costs, 1 if costs are positive, -1 if they are negative; null if the rows do not
 * decide.
 */
export type UsualSign = 1 | -1 | null;

/** The numbers of a row from which the usual signs in a file are found. */
export interface SignedRow {
  meaning: TypeMeaning;
  /** The amount; if it is missing, quantity × price, except for trades, whose product has no sign of its own. */
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

  add(sign: -1 | 0 | 1, count = 1): void {
    if (sign > 0) this.plus += count;
    if (sign < 0) this.minus += count;
  }

  get isMixed(): boolean {
    return this.plus > 0 && this.minus > 0;
  }

  get majority(): UsualSign {
    return this.plus > this.minus ? 1 : this.minus > this.plus ? -1 : null;
  }
}

/** The sign with which a column writes costs. */
export interface CostSign {
  usual: UsualSign;
  /** True: amounts that include the costs show it, so that the other sign means a refund. */
  isProven: boolean;
}

/**
 * Returns the signs of fees and of taxes. Trades whose amounts include the costs decide, if all of them agree;
 * otherwise the majority of rows, then the other column, and finally dividends that are taken back, whose costs are
 * taken back too.
 * @param stated the sign that the format states
 */
export function usualCostSigns(rows: readonly SignedRow[], stated: UsualSign = null): Record<'fee' | 'tax', CostSign> {
  if (stated !== null) return { fee: { usual: stated, isProven: false }, tax: { usual: stated, isProven: false } };
  const counted = { fee: countCosts(rows, 'fee'), tax: countCosts(rows, 'tax') };
  const own = (column: 'fee' | 'tax'): CostSign => {
    const { proven, usual } = counted[column];
    if (proven.isMixed) return { usual: null, isProven: true };
    return { usual: proven.majority ?? usual.majority, isProven: proven.majority !== null };
  };
  const of = (column: 'fee' | 'tax', other: 'fee' | 'tax'): CostSign => {
    const found = [own(column), own(other)].find(({ usual, isProven }) => usual !== null || isProven);
    return found ?? { usual: counted[column].reversed.majority, isProven: false };
  };
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

/**
 * Returns the sign of the costs for which the amount of a purchase is quantity × price plus costs, and the amount of a
 * sale is quantity × price minus costs; 0 if neither sign fits.
 */
export function provenSign({ meaning: { type }, quantity, price, amount, fee, tax }: SignedRow): -1 | 0 | 1 {
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

/** The sign of the amounts of one kind of cash booking. */
export interface CashSign {
  /** Null if the rows do not decide. */
  usual: UsualSign;
  /** True: the other rows show that amounts are negative where money leaves, so that the other sign is a refund. */
  isSigned: boolean;
}
export type CashSigns = (meaning: TypeMeaning) => CashSign;

/**
 * Finds the usual signs of outgoing money (fees, taxes, withdrawals) and of incoming money (deposits, refunds), by
 * kind. If all other outgoing money is negative, amounts carry a sign. Kinds with both signs do not decide about
 * others.
 */
export function usualCashSigns(rows: readonly SignedRow[]): CashSigns {
  const votes = new Map<string, Votes>();
  const outgoing = new Set<string>();
  for (const { meaning, quantity, cash } of rows) {
    // A transfer of units moves no money.
    if (meaning.type === 'transfer' && signOf(quantity) !== 0) continue;
    const sign = signOf(cash);
    if (sign === 0 || cash === null) continue;
    const key = kindOf(meaning);
    const own = votes.get(key) ?? new Votes();
    own.add(sign);
    votes.set(key, own);
    if (isOut(meaning) || meaning.type === 'buy') outgoing.add(key);
  }
  return (meaning) => {
    const key = kindOf(meaning);
    const own = votes.get(key) ?? new Votes();
    const others = new Votes();
    for (const other of outgoing) {
      const vote = votes.get(other);
      if (other !== key && vote !== undefined && !vote.isMixed) others.add(vote.majority ?? 0);
    }
    const isSigned = others.minus > 0 && others.plus === 0;
    // No convention writes incoming money as negative.
    if (!isOut(meaning)) return { usual: own.plus > 0 || isSigned ? 1 : null, isSigned };
    if (isSigned && (meaning.type === 'fee' || meaning.type === 'tax')) return { usual: -1, isSigned };
    if (isSigned && own.isMixed) return { usual: own.majority === 1 ? null : -1, isSigned };
    return { usual: own.majority ?? others.majority, isSigned: false };
  };
}

/** Returns the kind of a booking: rows of one kind write their amounts with the same sign. */
export const kindOf = ({ type, direction }: TypeMeaning): string => `${type} ${direction ?? ''}`;

/** Returns true for money that leaves the portfolio. */
export const isOut = ({ type, direction }: TypeMeaning): boolean =>
  direction === 'out' || ((type === 'fee' || type === 'tax' || type === 'withdrawal') && direction === undefined);
