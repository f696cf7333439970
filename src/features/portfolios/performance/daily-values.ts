import { DAY_MS } from '../../../durations.js';
import { Ledger } from '../ledger/ledger.js';
import type { ExternalFlow } from '../ledger/ledger-entries.js';
import type { Portfolio } from '../portfolio.js';
import type { ValuedDay } from '../returns/time-weighted.js';
import type { Transaction } from '../transactions/transaction.js';
import { type DailySeries, pointAt } from '../valuation/daily-series.js';

export interface DailyInputs {
  portfolio: Pick<Portfolio, 'lotMethod' | 'tracksCash'>;
  /** All until the last day, in the order in which they apply. */
  transactions: readonly Transaction[];
  /** By symbol; a symbol without prices is valued at the price of its last trade. */
  prices: ReadonlyMap<string, DailySeries>;
  /** By currency, to the currency of the result. */
  rates: ReadonlyMap<string, DailySeries>;
  /** Booked rates are to the base currency and only count when the result is in it. */
  usesBooked: boolean;
  fromDay: number;
  toDay: number;
}

export interface DailyValues {
  /** One for each day from the day before `fromDay`, whose flows do not count, to `toDay`. */
  days: ValuedDay[];
  /** Symbols that were valued at the price of a trade on some day, and currencies without a rate. */
  withoutPrice: ReadonlySet<string>;
  withoutRate: ReadonlySet<string>;
}

/**
 * The value of a portfolio at the end of every day and the external flows of the day, in one currency. Ratios need no exact decimals, so this
 * calculates with numbers; the ledger itself stays exact.
 */
export function dailyValues({ portfolio, transactions, prices, rates, usesBooked, fromDay, toDay }: DailyInputs): DailyValues {
  const ledger = new Ledger(portfolio);
  const traded = new Map<string, number>();
  const withoutPrice = new Set<string>();
  const withoutRate = new Set<string>();
  const rateOf = (currency: string, day: number): number => {
    const series = rates.get(currency);
    const point = series && pointAt(series, day);
    if (point === undefined) withoutRate.add(currency);
    return point?.value ?? 0;
  };
  const priceOf = (symbol: string, day: number): number => {
    const series = prices.get(symbol);
    const point = series && pointAt(series, day);
    if (point === undefined) withoutPrice.add(symbol);
    return point?.value ?? traded.get(symbol) ?? 0;
  };
  const flowValue = ({ amount, currency, symbol, quantity, rate }: ExternalFlow, day: number): number => {
    const own = usesBooked && rate !== null ? rate.toNumber() : rateOf(currency, day);
    if (amount !== null) return amount.toNumber() * own;
    return (quantity?.toNumber() ?? 0) * priceOf(symbol ?? '', day) * rateOf(ledger.currencyOf(symbol ?? '') ?? currency, day);
  };
  /** Units and cash as numbers, renewed on days with transactions. */
  let units: Array<[symbol: string, currency: string, quantity: number]> = [];
  let cash: Array<[currency: string, amount: number]> = [];
  const days: ValuedDay[] = [];
  let [next, seenFlows] = [0, 0];
  for (let day = fromDay - 1; day <= toDay; day += 1) {
    const before = next;
    for (let entry = transactions[next]; entry !== undefined && entry.tradedAt.getTime() < (day + 1) * DAY_MS; entry = transactions[next]) {
      ledger.apply(entry);
      if (entry.symbol !== null && entry.quantity !== null && entry.price !== null) traded.set(entry.symbol, entry.price.toNumber());
      next += 1;
    }
    if (next !== before) {
      units = [...ledger.books]
        .filter(([, book]) => !book.quantity.isZero())
        .map(([symbol, book]) => [symbol, ledger.currencyOf(symbol) ?? '', book.quantity.toNumber()]);
      cash = [...ledger.cash].map(([currency, amount]) => [currency, amount.toNumber()]);
    }
    const flows = ledger.flows.slice(seenFlows).map((flow) => flowValue(flow, day));
    seenFlows = ledger.flows.length;
    const counts = day >= fromDay;
    days.push({
      day,
      endValue:
        units.reduce((sum, [symbol, currency, quantity]) => sum + quantity * priceOf(symbol, day) * rateOf(currency, day), 0) +
        cash.reduce((sum, [currency, amount]) => sum + amount * rateOf(currency, day), 0),
      paidIn: counts ? flows.reduce((sum, value) => sum + Math.max(0, value), 0) : 0,
      takenOut: counts ? flows.reduce((sum, value) => sum + Math.max(0, -value), 0) : 0,
    });
  }
  return { days, withoutPrice, withoutRate };
}
