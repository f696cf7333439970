import type { Ledger } from '../ledger/ledger.js';
import { type DayPrices, flowValue, type WalkedDay } from '../performance/day-walk.js';
import { dayReturn } from '../returns/time-weighted.js';
import type { Transaction } from '../transactions/transaction.js';

/**
 * The contribution of one holding, or of cash, to the return of a day. All numbers are fractions of the capital
 * invested on the day.
 */
export interface DayPart {
  /** Symbol of the holding; null: cash, including fees and interest that belong to no holding. */
  symbol: string | null;
  /** Value at the start of the day plus the purchases of the day. */
  weight: number;
  /** Gain of the day; the contributions of all parts sum to the return of the day. */
  contribution: number;
  /** Contribution without changes of exchange rates. */
  localContribution: number;
}

export interface DayParts {
  day: number;
  return: number;
  parts: DayPart[];
}

interface Flow {
  symbol: string;
  /**
   * Money put into the holding (positive) or taken out of it (negative): `amount` in the currency of the result,
   * `local` in the currency of the holding.
   */
  amount: number;
  local: number;
}

/** A portfolio during a day, before one of its transactions. */
interface BeforeEntry {
  quantityOf(symbol: string): number;
  /** Returns the value of the holding at the start of the day plus the money put into it since. */
  invested(symbol: string): Omit<Flow, 'symbol'>;
}

interface HeldValue {
  value: number;
  local: number;
  quantity: number;
}

/**
 * Divides the return of each day among the holdings. Purchases count from the start of their day and sales at the end,
 * as in the time-weighted return. The gain of a holding is its change of value minus purchases plus sales, plus
 * dividends and minus fees and taxes.
 */
export class HoldingGains {
  private held = new Map<string, HeldValue>();
  private cash: ReadonlyArray<readonly [currency: string, amount: number]> = [];
  private total = 0;

  constructor(
    private readonly prices: DayPrices,
    private readonly fromDay: number,
  ) {}

  /**
   * Returns the contributions of a day.
   * @param walked the next day; calls must be in the order of the days, from the day before the period
   * @returns undefined for the day before the period, and without invested capital
   */
  next(walked: WalkedDay, ledger: Ledger): DayParts | undefined {
    const { day, entries, units, cash } = walked;
    for (const entry of entries) this.prices.note(entry);
    const rate = (currency: string) => this.prices.rate(currency, day);
    const held = new Map<string, HeldValue>();
    let total = 0;
    for (const { symbol, currency, quantity } of units) {
      const local = quantity * this.prices.price(symbol, day);
      held.set(symbol, { local, value: local * rate(currency), quantity });
      total += local * rate(currency);
    }
    for (const [currency, amount] of cash) total += amount * rate(currency);
    const parts = day < this.fromDay ? undefined : this.partsOf(walked, held, total, ledger);
    this.held = held;
    this.cash = cash;
    this.total = total;
    return parts;
  }

  private partsOf(
    { day, entries, flows }: WalkedDay,
    held: ReadonlyMap<string, HeldValue>,
    total: number,
    ledger: Ledger,
  ): DayParts | undefined {
    let [paidIn, takenOut] = [0, 0];
    for (const flow of flows) {
      const value = flowValue(flow, day, this.prices, ledger);
      if (value > 0) paidIn += value;
      else takenOut -= value;
    }
    const own = dayReturn(this.total, { endValue: total, paidIn, takenOut });
    if (own === null) return undefined;
    const capital = this.total + paidIn;
    const moved = new Map<string, { in: number; out: number; localIn: number; localOut: number }>();
    const quantities = new Map<string, number>();
    const quantityOf = (symbol: string) => quantities.get(symbol) ?? this.held.get(symbol)?.quantity ?? 0;
    for (const entry of entries) {
      const invested = (symbol: string): Omit<Flow, 'symbol'> => {
        const [before, flow] = [this.held.get(symbol), moved.get(symbol)];
        return {
          amount: (before?.value ?? 0) + (flow ? flow.in - flow.out : 0),
          local: (before?.local ?? 0) + (flow ? flow.localIn - flow.localOut : 0),
        };
      };
      for (const { symbol, amount, local } of this.flowsOf(entry, day, ledger, { quantityOf, invested })) {
        const known = moved.get(symbol) ?? { in: 0, out: 0, localIn: 0, localOut: 0 };
        if (amount > 0) moved.set(symbol, { ...known, in: known.in + amount, localIn: known.localIn + local });
        else moved.set(symbol, { ...known, out: known.out - amount, localOut: known.localOut - local });
      }
      for (const [symbol, quantity] of quantitiesAfter(entry, quantityOf)) quantities.set(symbol, quantity);
    }
    const parts: DayPart[] = [];
    let [weights, contributions] = [0, 0];
    for (const symbol of new Set([...this.held.keys(), ...held.keys(), ...moved.keys()])) {
      const [before, after, flow] = [this.held.get(symbol), held.get(symbol), moved.get(symbol)];
      const base = (before?.value ?? 0) + (flow?.in ?? 0);
      const localBase = (before?.local ?? 0) + (flow?.localIn ?? 0);
      const gain = (after?.value ?? 0) + (flow?.out ?? 0) - base;
      const localGain = (after?.local ?? 0) + (flow?.localOut ?? 0) - localBase;
      const [weight, contribution] = [base / capital, gain / capital];
      parts.push({
        symbol,
        weight,
        contribution,
        localContribution: localBase > 0 ? (weight * localGain) / localBase : contribution,
      });
      weights += weight;
      contributions += contribution;
    }
    const fromRates = this.cash.reduce(
      (sum, [currency, amount]) =>
        sum + amount * (this.prices.rate(currency, day) - this.prices.rate(currency, day - 1)),
      0,
    );
    parts.push({
      symbol: null,
      weight: 1 - weights,
      contribution: own - contributions,
      localContribution: own - contributions - fromRates / capital,
    });
    return { day, return: own, parts };
  }

  /**
   * Returns the money that a transaction puts into holdings or takes out of them. For a symbol change or spin-off, the
   * flows of the two symbols sum to zero.
   */
  private flowsOf(entry: Transaction, day: number, ledger: Ledger, { quantityOf, invested }: BeforeEntry): Flow[] {
    const { type, symbol, newSymbol, quantity, price, amount, fee, tax } = entry;
    if (symbol === null) return [];
    const gross = (amount ?? (quantity !== null && price !== null ? quantity.times(price) : null))?.toNumber() ?? 0;
    const [fees, taxes] = [fee.toNumber(), tax.toNumber()];
    const money = (local: number): Flow[] => [{ symbol, local, amount: local * this.prices.rateOf(entry, day) }];
    if (type === 'buy') return money(gross + fees + taxes);
    if (type === 'sell' || type === 'dividend' || type === 'interest') return money(fees + taxes - gross);
    if (type === 'fee' || type === 'tax') return money(gross + (type === 'fee' ? fees : taxes));
    const currency = ledger.currencyOf(symbol) ?? entry.currency;
    if (type === 'transfer') {
      const local = (quantity?.toNumber() ?? 0) * this.prices.price(symbol, day);
      return [{ symbol, local, amount: local * this.prices.rate(currency, day) }];
    }
    if (newSymbol === null) return [];
    const moved =
      type === 'symbol_change'
        ? invested(symbol)
        : this.spunOff(newSymbol, quantityOf(symbol) * (quantity?.toNumber() ?? 0), currency, day);
    return [
      { symbol, amount: -moved.amount, local: -moved.local },
      { symbol: newSymbol, ...moved },
    ];
  }

  private spunOff(symbol: string, quantity: number, currency: string, day: number): Omit<Flow, 'symbol'> {
    const local = quantity * this.prices.price(symbol, day);
    return { local, amount: local * this.prices.rate(currency, day) };
  }
}

/**
 * Returns the units of the symbols that a transaction changes, as the ledger counts them: no more units than are held
 * can be sold.
 */
function quantitiesAfter(
  { type, symbol, newSymbol, quantity }: Transaction,
  quantityOf: (symbol: string) => number,
): Array<[symbol: string, quantity: number]> {
  if (symbol === null) return [];
  const [held, by] = [quantityOf(symbol), quantity?.toNumber() ?? 0];
  if (type === 'buy') return [[symbol, held + by]];
  if (type === 'sell') return [[symbol, Math.max(0, held - by)]];
  if (type === 'transfer') return [[symbol, Math.max(0, held + by)]];
  if (type === 'split') return [[symbol, held * by]];
  if (newSymbol === null) return [];
  if (type === 'spin_off') return [[newSymbol, quantityOf(newSymbol) + held * by]];
  return type === 'symbol_change'
    ? [
        [symbol, 0],
        [newSymbol, quantityOf(newSymbol) + held],
      ]
    : [];
}
