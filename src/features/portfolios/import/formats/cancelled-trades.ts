import { Decimal } from '../../lots/decimal.js';
import { absolute, negated, signOf } from './entry-builder.js';
import type { TradeRow } from './trade-row.js';

/**
 * Leaves out trades with their cancellations: rows of the same instrument and price whose quantities and costs have
 * opposite signs. Purchases are usually positive; the usual sign of sales is the sign of most sales. A row with the
 * other sign but without its trade is an issue.
 */
export function withoutCancelledTrades(rows: readonly TradeRow[]): TradeRow[] {
  const sellSign = rows.reduce(
    (sum, { meaning, quantity }) => sum + (meaning.type === 'sell' ? signOf(quantity) : 0),
    0,
  );
  if (!rows.some((row) => isTrade(row) && isUnusual(row, sellSign === 0 ? 1 : sellSign))) {
    reportAmounts(rows, 'buy');
    reportAmounts(rows, 'sell');
    return [...rows];
  }
  const left = new Set<TradeRow>(rows);
  const open = new Map<string, TradeRow[]>();
  const ordered = rows
    .filter(isTrade)
    .sort(
      (one, other) => compareDays(one, other) || Number(isUnusual(one, sellSign)) - Number(isUnusual(other, sellSign)),
    );
  for (const row of ordered) {
    const opposite = open.get(keyOf(row, true));
    const original = opposite?.at(-1);
    if (original === undefined || (row.meaning.type === 'buy' && signOf(row.quantity) > 0)) {
      const key = keyOf(row, false);
      const same = open.get(key);
      if (same === undefined) open.set(key, [row]);
      else same.push(row);
      continue;
    }
    opposite?.pop();
    left.delete(original);
    left.delete(row);
  }
  reportUnmatched([...left]);
  return [...left];
}

const isTrade = ({ meaning: { type }, quantity }: TradeRow): boolean =>
  (type === 'buy' || type === 'sell') && signOf(quantity) !== 0;
const isUnusual = ({ meaning: { type }, quantity }: TradeRow, sellSign: number): boolean =>
  signOf(quantity) * (type === 'buy' ? 1 : sellSign) < 0;

/** Compares two rows by calendar day: a cancellation may have the time of its trade, or no time. */
function compareDays(one: TradeRow, other: TradeRow): number {
  const [day, otherDay] = [one.tradedAt.slice(0, 10), other.tradedAt.slice(0, 10)];
  return day < otherDay ? -1 : day > otherDay ? 1 : 0;
}

/**
 * Returns the key by which trades and cancellations match.
 * @param isOpposite true: the key of the trade that the row cancels
 */
function keyOf(
  { meaning, reference, quantity, price, amount, fee, tax, currency, account }: TradeRow,
  isOpposite: boolean,
): string {
  const signed = (value: string) => (isOpposite ? negated(value) : value);
  const { symbol, isin, name } = reference ?? { symbol: null, isin: null, name: null };
  const numbers = [signed(quantity ?? '0'), price, amount && absolute(amount), signed(fee), signed(tax)];
  return JSON.stringify([meaning.type, symbol ?? isin ?? name, isin, numbers, currency, account]);
}

function reportUnmatched(rows: readonly TradeRow[]): void {
  const sells = rows.filter(({ meaning }) => meaning.type === 'sell');
  const [plus, minus] = [
    sells.filter(({ quantity }) => signOf(quantity) > 0).length,
    sells.filter(({ quantity }) => signOf(quantity) < 0).length,
  ];
  for (const { cells, meaning, quantity } of rows) {
    const sign = signOf(quantity);
    const isSale = meaning.type === 'sell' && sign !== 0;
    if (isSale && plus === minus)
      cells.fail(
        'quantity',
        'invalid_value',
        'may be a sale or a cancelled one: as many sales of the file have the other sign',
      );
    else if ((meaning.type === 'buy' && sign < 0) || (isSale && (sign > 0 ? minus > plus : plus > minus)))
      cells.fail(
        'quantity',
        'unmatched_cancellation',
        'has the sign of a cancellation, and the file has no earlier trade with this price and the opposite ' +
          'quantity and costs',
      );
  }
  reportAmounts(rows, 'buy');
  reportAmounts(rows, 'sell');
}

/**
 * Reports amounts whose sign differs from the sign of most trades: they may be cancellations whose quantity has no
 * sign.
 */
function reportAmounts(rows: readonly TradeRow[], type: 'buy' | 'sell'): void {
  const own = rows.filter(({ meaning, amount }) => meaning.type === type && signOf(amount) !== 0);
  const balance = own.reduce((sum, { amount }) => sum + signOf(amount), 0);
  if (own.length === Math.abs(balance)) return;
  for (const { cells, amount, quantity, price, fee, tax } of own) {
    // The costs of a small sale may exceed its proceeds, so that its amount is negative.
    const product = new Decimal(quantity ?? 0).times(price ?? 0).abs();
    const isBelowCosts = type === 'sell' && price !== null && product.lte(new Decimal(fee).plus(tax).abs());
    if (signOf(amount) * balance <= 0 && !isBelowCosts)
      cells.fail(
        'amount',
        'invalid_value',
        'has another sign than other amounts of this type; a cancellation has the opposite quantity',
      );
  }
}
