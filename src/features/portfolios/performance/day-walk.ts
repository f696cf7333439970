import { YieldTimer } from '../../../async/cooperative-yield.js';
import { DAY_MS } from '../../../time/durations.js';
import { Ledger, type LedgerOptions } from '../ledger/ledger.js';
import type { ExternalFlow } from '../ledger/ledger-entries.js';
import type { Decimal } from '../lots/decimal.js';
import type { Transaction } from '../transactions/transaction.js';
import { type DailySeries, valueAt } from '../valuation/daily-series.js';

export interface DailyInputs {
  portfolio: LedgerOptions;
  /** All transactions until the last day, in the order in which they apply. */
  transactions: readonly Transaction[];
  /** Prices by symbol; a symbol without prices is valued at the price of its last trade. */
  prices: ReadonlyMap<string, DailySeries>;
  /** Rates by currency, to the currency of the result. */
  rates: ReadonlyMap<string, DailySeries>;
  /** True: the result is in the base currency, so that the booked rates of transactions apply. */
  usesBooked: boolean;
  fromDay: number;
  toDay: number;
}

/** The units of a symbol at the end of a day. */
export interface HeldUnits {
  symbol: string;
  currency: string;
  quantity: number;
}

/** A portfolio at the end of a day, with the transactions of the day. */
export interface WalkedDay {
  day: number;
  /** The transactions of the day; on the first day, which is the day before the period, all transactions until then. */
  entries: readonly Transaction[];
  /** The external flows of these transactions. */
  flows: readonly ExternalFlow[];
  units: readonly HeldUnits[];
  cash: ReadonlyArray<readonly [currency: string, amount: number]>;
}

/** Price of the last trade of a symbol. */
interface TradedPrice {
  price: number;
  currency: string;
}

/**
 * Prices and rates of a walk as numbers. A missing price is replaced by the price of the last trade, a missing rate by
 * 0.
 */
export class DayPrices {
  /** Symbols valued at the price of their last trade on some day, and currencies without a rate on some day. */
  readonly withoutPrice = new Set<string>();
  readonly withoutRate = new Set<string>();
  private readonly traded = new Map<string, TradedPrice>();

  constructor(private readonly inputs: Pick<DailyInputs, 'prices' | 'rates' | 'usesBooked'>) {}

  /**
   * Records the price of a trade, which values the symbol when it has no market price. Only purchases and sales count,
   * because the quantity and price of a dividend describe the payment.
   */
  note(entry: Transaction): void {
    const { type, symbol, quantity, price, amount, currency } = entry;
    if (symbol === null) return;
    const known = this.traded.get(symbol);
    if (type === 'buy' || type === 'sell') {
      const traded = price ?? (quantity === null ? undefined : amount?.div(quantity));
      // A holding is in the currency of its purchases; the price of a sale in another currency does not fit it.
      const fits = type === 'buy' || known === undefined || known.currency === currency;
      if (traded !== undefined && fits) this.traded.set(symbol, { price: traded.toNumber(), currency });
    } else if (known !== undefined) this.adjust(known, entry);
  }

  /** Adjusts the price of a last trade to a corporate action, which does not change the value of the units. */
  private adjust({ price, currency }: TradedPrice, { type, symbol, quantity, newSymbol, costFraction }: Transaction) {
    const set = (of: string | null, own: number) => of !== null && this.traded.set(of, { price: own, currency });
    const units = quantity?.toNumber() ?? 0;
    if (type === 'split' && units > 0) set(symbol, price / units);
    else if (type === 'symbol_change') set(newSymbol, price);
    else if (type === 'spin_off' && units > 0 && newSymbol !== null) {
      const moved = price * (costFraction?.toNumber() ?? 0);
      set(symbol, price - moved);
      if (!this.traded.has(newSymbol)) set(newSymbol, moved / units);
    }
  }

  rate(currency: string, day: number): number {
    const series = this.inputs.rates.get(currency);
    const rate = series === undefined ? Number.NaN : valueAt(series, day);
    if (!Number.isNaN(rate)) return rate;
    this.withoutRate.add(currency);
    return 0;
  }

  price(symbol: string, day: number): number {
    const series = this.inputs.prices.get(symbol);
    const price = series === undefined ? Number.NaN : valueAt(series, day);
    if (!Number.isNaN(price)) return price;
    this.withoutPrice.add(symbol);
    return this.traded.get(symbol)?.price ?? 0;
  }

  /** Returns the rate for an amount: the booked one if it applies, otherwise the rate of the day. */
  rateOf({ currency, rate }: Pick<Transaction, 'currency' | 'rate'>, day: number): number {
    return this.inputs.usesBooked && rate !== null ? rate.toNumber() : this.rate(currency, day);
  }
}

/** Converts units to numbers. A decimal is converted once, because most holdings do not change on a day with trades. */
class UnitNumbers {
  private readonly known = new Map<string, { exact: Decimal; units: HeldUnits }>();

  of(symbol: string, currency: string, exact: Decimal): HeldUnits {
    const known = this.known.get(symbol);
    if (known?.exact === exact && known.units.currency === currency) return known.units;
    const units = { symbol, currency, quantity: exact.toNumber() };
    this.known.set(symbol, { exact, units });
    return units;
  }
}

/**
 * Applies the transactions of a portfolio day by day, from the day before the period to its end. Yields to the event
 * loop between days.
 * @param visit called with each day; its arguments are valid only during the call
 * @returns the ledger at the end
 */
export async function walkDays(
  { portfolio, transactions, fromDay, toDay }: Pick<DailyInputs, 'portfolio' | 'transactions' | 'fromDay' | 'toDay'>,
  visit: (day: WalkedDay, ledger: Ledger) => void,
  signal?: AbortSignal,
): Promise<Ledger> {
  const ledger = new Ledger(portfolio);
  const slices = new YieldTimer();
  const numbers = new UnitNumbers();
  let units: HeldUnits[] = [];
  let cash: Array<[currency: string, amount: number]> = [];
  let [next, seenFlows] = [0, 0];
  for (let day = fromDay - 1; day <= toDay; day += 1) {
    const before = next;
    for (
      let entry = transactions[next];
      entry !== undefined && entry.tradedAt.getTime() < (day + 1) * DAY_MS;
      entry = transactions[next]
    ) {
      ledger.apply(entry);
      next += 1;
      if (slices.isOver) await slices.next(signal);
    }
    if (next !== before) {
      units = [];
      for (const [symbol, { quantity }] of ledger.books)
        if (!quantity.isZero()) units.push(numbers.of(symbol, ledger.currencyOf(symbol) ?? '', quantity));
      cash = [...ledger.cash].map(([currency, amount]) => [currency, amount.toNumber()]);
    }
    const flows = ledger.flows.slice(seenFlows);
    seenFlows = ledger.flows.length;
    visit({ day, entries: transactions.slice(before, next), flows, units, cash }, ledger);
    if (slices.isOver) await slices.next(signal);
  }
  return ledger;
}

/** Returns the value of a flow in the currency of the result. */
export function flowValue(
  { amount, currency, symbol, quantity, rate }: ExternalFlow,
  day: number,
  prices: DayPrices,
  ledger: Ledger,
): number {
  if (amount !== null) return amount.toNumber() * prices.rateOf({ currency, rate }, day);
  return (
    (quantity?.toNumber() ?? 0) *
    prices.price(symbol ?? '', day) *
    prices.rate(ledger.currencyOf(symbol ?? '') ?? currency, day)
  );
}
