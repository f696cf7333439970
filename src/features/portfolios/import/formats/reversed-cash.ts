import { absolute, signOf } from './entry-builder.js';
import { type CashSigns, kindOf } from './sign-conventions.js';
import type { TradeRow } from './trade-row.js';

/**
 * Returns the cash bookings that reverse another one: rows of the same kind, instrument, currency and account, not
 * before it, whose amount is the opposite of its amount. Each booking is reversed once.
 */
export function reversedCash(rows: readonly TradeRow[], signs: CashSigns): ReadonlySet<TradeRow> {
  const reversals = new Set<TradeRow>();
  const open = new Map<string, number>();
  const isUsual = ({ meaning, cash }: TradeRow) => signOf(cash) === signs(meaning).usual;
  const dayOf = ({ tradedAt }: TradeRow) => tradedAt.slice(0, 10);
  const ordered = rows
    .filter(({ cash }) => signOf(cash) !== 0)
    .toSorted((one, other) => {
      const [day, otherDay] = [dayOf(one), dayOf(other)];
      // A reversal may have the time of its booking, or no time.
      return day < otherDay ? -1 : day > otherDay ? 1 : Number(isUsual(other)) - Number(isUsual(one));
    });
  for (const row of ordered) {
    const { symbol, isin, name } = row.reference ?? { symbol: null, isin: null, name: null };
    const { meaning, cash, currency, account } = row;
    const key = JSON.stringify([kindOf(meaning), absolute(cash as string), symbol, isin, name, currency, account]);
    const count = open.get(key) ?? 0;
    if (isUsual(row)) open.set(key, count + 1);
    else if (count > 0) {
      open.set(key, count - 1);
      reversals.add(row);
    }
  }
  return reversals;
}
