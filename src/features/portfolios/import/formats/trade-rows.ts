import { Decimal } from '../../lots/decimal.js';
import { withoutCancelledTrades } from './cancelled-trades.js';
import { absolute, type EntryBuilder, signOf } from './entry-builder.js';
import { reversedCash } from './reversed-cash.js';
import { type CashSigns, ROUNDING, type UsualSign, usualCashSigns, usualCostSigns } from './sign-conventions.js';
import { AMBIGUOUS_CASH, bookedCash, signedCost } from './signed-amounts.js';
import { splitRatios } from './split-ratios.js';
import type { TradeRow } from './trade-row.js';
import type { TypeMeaning } from './transaction-words.js';

/**
 * Adds the rows of a table to the entries. A sign has the same meaning in all rows of a column: the sign of most rows
 * is the usual one. The other sign marks a refund or a cancellation only where the file shows it, by an amount that
 * includes the cost, by the signs of all other outgoing money, or by the booking that is reversed; otherwise it is an
 * issue.
 * @param costSign the sign of costs that the format states; null: the rows show it
 * @returns the number of rows left out: cancelled trades with their cancellations, and repeated splits
 */
export function addTradeRows(rows: readonly TradeRow[], builder: EntryBuilder, costSign: UsualSign = null): number {
  for (const row of rows) checkPrice(row);
  const left = withoutCancelledTrades(rows.filter(({ cells }) => cells.isValid));
  const invalid = rows.filter(({ cells }) => !cells.isValid).length;
  let ignored = rows.length - invalid - left.filter(({ cells }) => cells.isValid).length;
  const costs = usualCostSigns(left, costSign);
  const signs = usualCashSigns(left);
  const reversals = reversedCash(left, signs);
  checkOutgoingUnits(left);
  const ratios = splitRatios(left);
  for (const row of left) {
    const { cells, meaning, tradedAt, currency, reference, note, externalId, account } = row;
    const common = { tradedAt, currency, note, externalId, account };
    if (meaning.type === 'split') {
      const quantity = ratios.get(row);
      const isKnown =
        quantity === undefined || !cells.isValid || builder.addSplit(cells, { ...common, reference, quantity });
      if (quantity === undefined ? cells.isValid : !isKnown) ignored += 1;
      continue;
    }
    const amounts = amountsOf(row, signs, reversals.has(row));
    if (amounts === null) continue;
    const { type } = amounts;
    const takesNoInstrument =
      ['deposit', 'withdrawal'].includes(type) || (row.isManual && ['fee', 'interest', 'tax'].includes(type));
    const isNamedOnly =
      reference !== null &&
      reference.symbol === null &&
      reference.isin === null &&
      ['interest', 'fee', 'tax', 'transfer'].includes(type);
    const asset = row.isManual && takesNoInstrument ? (reference?.name ?? reference?.symbol ?? null) : null;
    builder.add(cells, {
      ...common,
      ...amounts,
      reference: takesNoInstrument || isNamedOnly ? null : reference,
      note: note ?? asset,
      fee: signedCost(row, 'fee', costs.fee),
      tax: signedCost(row, 'tax', costs.tax),
    });
  }
  return ignored;
}

/**
 * Reports negative prices of trades, and prices whose sign contradicts the amount: a negative price is allowed only as
 * the sign of cash that is taken back.
 */
function checkPrice({ cells, meaning, price, amount, quantity }: TradeRow): void {
  const isTrade = ['buy', 'sell', 'transfer', 'split'].includes(meaning.type);
  const contradicts = (value: string | null) => signOf(value) < 0 && (isTrade || signOf(amount) > 0);
  if (contradicts(price))
    cells.fail('price', 'invalid_value', 'must not be negative; a cancellation has the opposite quantity');
  if (meaning.type === 'dividend' && signOf(quantity) < 0 && signOf(amount) > 0)
    cells.fail('quantity', 'invalid_value', 'is negative beside a positive amount');
}

/** Reports outgoing units whose sign differs from the sign of most others: they may have come back. */
function checkOutgoingUnits(rows: readonly TradeRow[]): void {
  const own = rows.filter(
    ({ meaning: { type, direction }, quantity }) =>
      type === 'transfer' && direction === 'out' && signOf(quantity) !== 0,
  );
  const balance = own.reduce((sum, { quantity }) => sum + signOf(quantity), 0);
  if (own.length === Math.abs(balance)) return;
  for (const { cells, quantity } of own)
    if (signOf(quantity) * balance <= 0)
      cells.fail('quantity', 'invalid_value', 'has another sign than other outgoing units, which may have come back');
}

interface Amounts {
  type: TypeMeaning['type'];
  quantity: string | null;
  price: string | null;
  amount: string | null;
}

/** Returns the numbers of an entry: trades keep quantity and price; cash bookings have only an amount. */
function amountsOf(row: TradeRow, signs: CashSigns, isReversal: boolean): Amounts | null {
  const { meaning, quantity, price, amount, cash } = row;
  const { type } = meaning;
  const units = quantity === null ? null : absolute(quantity);
  const inCash = (booked: TypeMeaning['type'], value: string | null): Amounts => ({
    type: booked,
    quantity: null,
    price: null,
    amount: value,
  });
  if (type === 'buy' || type === 'sell')
    return { type, quantity: units, price, amount: bookedAmount(units, price, amount) };
  if (type === 'dividend') {
    if (signOf(cash) < 0) return inCash('interest', cash);
    return amount === null || amount === '0' ? { type, quantity: units, price, amount: null } : inCash(type, amount);
  }
  if (type === 'transfer' && units !== null && units !== '0') return transferOf(row, units);
  if (meaning.bySign) return inCash(signOf(cash) < 0 ? 'withdrawal' : type, cash && absolute(cash));
  if (signOf(cash) === 0) return inCash(type, type === 'fee' || type === 'tax' ? null : cash);
  const booked = bookedCash(meaning, cash as string, signs, isReversal);
  if (booked !== null) return inCash(booked.type, booked.amount);
  row.cells.fail(amount === cash ? 'amount' : 'price', 'invalid_value', AMBIGUOUS_CASH);
  return null;
}

/**
 * Returns the numbers of a transfer of units. Outgoing units may have either sign; incoming ones must not be negative.
 */
function transferOf({ cells, meaning, quantity, cash }: TradeRow, units: string): Amounts | null {
  const isOutgoing = meaning.direction === 'out';
  if (!isOutgoing && signOf(quantity) < 0)
    cells.fail('quantity', 'invalid_value', 'must not be negative: the type says that the units come in');
  return {
    type: 'transfer',
    quantity: isOutgoing ? `-${units}` : units,
    price: null,
    amount: isOutgoing || cash === null ? null : absolute(cash),
  };
}

/**
 * Returns the booked amount of a trade if it differs from quantity × price only by rounding, or if quantity or price is
 * absent; null if they are equal, or if the amount includes fees.
 */
function bookedAmount(units: string | null, price: string | null, amount: string | null): string | null {
  const booked = amount && absolute(amount);
  if (units === null || price === null || booked === null) return booked;
  const product = new Decimal(units).times(price);
  if (booked === product.toFixed()) return null;
  return product.minus(booked).abs().lte(ROUNDING) ? booked : null;
}
