import { Decimal, zero } from '../lots/decimal.js';
import { LotBook, type LotMethod, NotEnoughUnits, type TakenLot } from '../lots/lot-book.js';
import { UnitBook } from '../lots/unit-book.js';
import type { Transaction, TransactionType } from '../transactions/transaction.js';
import type { ExternalFlow, Income, LedgerWarning, RealizedGain } from './ledger-entries.js';

export interface LedgerOptions {
  /** Method of choosing lots; null: only units and cash are counted, not costs and realized gains. */
  lotMethod: LotMethod | null;
  tracksCash: boolean;
}

/** The currency of a lot's cost, and its booked rate to the base currency. */
interface Booking {
  currency: string;
  rate: Decimal | null;
}

/**
 * Applies transactions in the order of their times, and holds the resulting lots, cash, gains and flows. It never
 * throws for the content of transactions: a sale of more units than are held sells the held units, and is listed in
 * `warnings`.
 */
export class Ledger {
  readonly books = new Map<string, LotBook>();
  /**
   * Cash by currency; negative when more was spent than was available. Empty when the portfolio does not track cash.
   */
  readonly cash = new Map<string, Decimal>();
  readonly realized: RealizedGain[] = [];
  readonly income: Income[] = [];
  readonly flows: ExternalFlow[] = [];
  readonly warnings: LedgerWarning[] = [];
  /** The booking of every lot ever opened, by lot id. */
  readonly bookings = new Map<string, Booking>();
  private readonly currencies = new Map<string, string>();
  /** Currencies for which a negative balance is already in `warnings`. */
  private readonly overdrawn = new Set<string>();

  constructor(private readonly options: LedgerOptions) {}

  /** Returns the currency of the transactions of a symbol; undefined for a symbol that was never held. */
  currencyOf(symbol: string): string | undefined {
    return this.currencies.get(symbol);
  }

  apply(entry: Transaction): void {
    this.handlers[entry.type](entry);
  }

  private readonly handlers: Record<TransactionType, (entry: Transaction) => void> = {
    buy: (entry) => this.buy(entry),
    sell: (entry) => this.sell(entry),
    dividend: (entry) => this.receive(entry, 'dividend'),
    interest: (entry) => this.receive(entry, 'interest'),
    fee: (entry) => this.pay(entry, 'fee'),
    tax: (entry) => this.pay(entry, 'tax'),
    deposit: (entry) => this.moveCash(entry, grossOf(entry)),
    withdrawal: (entry) => this.moveCash(entry, grossOf(entry).neg()),
    transfer: (entry) => this.transfer(entry),
    split: ({ symbol, quantity }) => this.books.get(symbol ?? '')?.split(quantity ?? new Decimal(1)),
    spin_off: (entry) => this.spinOff(entry),
    symbol_change: (entry) => this.changeSymbol(entry),
  };

  private buy(entry: Transaction): void {
    const gross = grossOf(entry);
    const cost = gross.plus(entry.fee);
    this.open(entry, entry.symbol as string, entry.quantity as Decimal, cost);
    this.spend(entry, entry.tax.isZero() ? cost : cost.plus(entry.tax));
    this.addIncome(entry, 'tax', entry.tax.neg());
  }

  private sell(entry: Transaction): void {
    const symbol = entry.symbol as string;
    const asked = entry.quantity as Decimal;
    const taken = this.take(entry, symbol, asked);
    const proceeds = grossOf(entry).minus(entry.fee);
    this.spend(entry, proceeds.minus(entry.tax).neg());
    this.addIncome(entry, 'tax', entry.tax.neg());
    if (this.options.lotMethod === null) return;
    const sold = taken.reduce((sum, { quantity }) => sum.plus(quantity), zero);
    // Units that were not held have no cost, so their part of the proceeds is not a gain.
    const share = sold.eq(asked) ? proceeds : proceeds.times(sold).div(asked);
    for (const lot of taken) {
      const own = lot.quantity.eq(sold) ? share : share.times(lot.quantity).div(sold);
      this.realized.push({
        transactionId: entry.id,
        at: entry.tradedAt,
        symbol,
        lotId: lot.id,
        acquiredAt: new Date(lot.acquiredAt),
        quantity: lot.quantity,
        proceeds: own,
        cost: lot.cost,
        gain: lot.cost === null ? null : own.minus(lot.cost),
        currency: entry.currency,
        rate: entry.rate,
        costRate: lot.costRate,
        costOrigins: lot.costOrigins,
      });
    }
  }

  private receive(entry: Transaction, kind: Income['kind']): void {
    const gross = grossOf(entry);
    this.addIncome(entry, kind, gross);
    this.addIncome(entry, 'fee', entry.fee.neg());
    this.addIncome(entry, 'tax', entry.tax.neg());
    this.spend(entry, gross.minus(entry.fee).minus(entry.tax).neg());
  }

  /** Books a fee or tax: the gross amount plus the field `fee` or `tax`. */
  private pay(entry: Transaction, kind: 'fee' | 'tax'): void {
    const amount = grossOf(entry).plus(entry[kind]);
    this.addIncome(entry, kind, amount.neg());
    this.spend(entry, amount);
  }

  private moveCash(entry: Transaction, amount: Decimal): void {
    this.addIncome(entry, 'fee', entry.fee.neg());
    if (!this.options.tracksCash) return;
    this.change(entry.currency, amount.minus(entry.fee));
    this.addFlow(entry, amount);
    this.checkCash(entry);
  }

  private transfer(entry: Transaction): void {
    const { symbol, quantity } = entry;
    if (symbol === null || quantity === null) {
      this.moveCash(entry, entry.amount ?? zero);
      return;
    }
    if (quantity.gt(0)) this.open(entry, symbol, quantity, entry.amount);
    else this.take(entry, symbol, quantity.neg());
    this.flows.push({
      transactionId: entry.id,
      at: entry.tradedAt,
      currency: entry.currency,
      amount: null,
      symbol,
      quantity,
      rate: entry.rate,
    });
  }

  private spinOff(entry: Transaction): void {
    const { symbol, newSymbol, quantity, costFraction } = entry;
    if (newSymbol === null || quantity === null) return;
    for (const { lot, cost, origins } of this.books.get(symbol ?? '')?.moveCost(costFraction ?? zero) ?? []) {
      const id = `${lot.id}/${entry.id}`;
      this.remember(newSymbol, entry.currency, id, this.bookings.get(lot.id)?.rate ?? null);
      this.bookOf(newSymbol).add(
        { id, acquiredAt: lot.acquiredAt, quantity: lot.quantity.times(quantity), cost },
        origins,
      );
    }
  }

  private changeSymbol({ symbol, newSymbol, currency }: Transaction): void {
    const book = this.books.get(symbol ?? '');
    if (book === undefined || newSymbol === null) return;
    const { open, costOrigins } = book;
    for (const [index, lot] of open.entries()) this.bookOf(newSymbol).add(lot, index === 0 ? costOrigins : []);
    this.books.delete(symbol ?? '');
    this.currencies.set(newSymbol, currency);
  }

  private open(entry: Transaction, symbol: string, quantity: Decimal, cost: Decimal | null): void {
    this.remember(symbol, entry.currency, entry.id, entry.rate);
    this.bookOf(symbol).add({ id: entry.id, acquiredAt: entry.tradedAt.getTime(), quantity, cost });
    if (cost === null)
      this.warnings.push({
        code: 'cost_unknown',
        transactionId: entry.id,
        symbol,
        detail: `The cost of the units of ${symbol} transferred in is unknown.`,
      });
  }

  private take({ id, lotIds, tradedAt }: Transaction, symbol: string, asked: Decimal): TakenLot[] {
    const book = this.bookOf(symbol);
    // This is checked first, since throwing an exception for each of many oversold sales would be slow.
    if (lotIds === null && book.quantity.lt(asked)) return this.takeAll(id, book, symbol, asked, tradedAt);
    try {
      return book.take(asked, lotIds ?? undefined);
    } catch (error) {
      if (!(error instanceof NotEnoughUnits)) throw error;
      if (book.quantity.lt(asked)) return this.takeAll(id, book, symbol, asked, tradedAt);
      const detail = `The lots that the sale of ${dayText(tradedAt)} names hold ${error.available.toFixed()} of the ${asked.toFixed()} units; other lots were taken.`;
      this.warnings.push({ code: 'lots_unavailable', transactionId: id, symbol, detail });
      return book.take(asked);
    }
  }

  /** Sells all held units of a symbol when more units were sold than are held. */
  private takeAll(id: string, book: LotBook, symbol: string, asked: Decimal, tradedAt: Date): TakenLot[] {
    const held = book.quantity;
    const detail = `On ${dayText(tradedAt)} only ${held.toFixed()} of the ${asked.toFixed()} units of ${symbol} were held; what was missing is left out.`;
    this.warnings.push({ code: 'oversold', transactionId: id, symbol, detail });
    return book.take(held);
  }

  private remember(symbol: string, currency: string, lotId: string, rate: Decimal | null): void {
    this.currencies.set(symbol, currency);
    if (this.options.lotMethod !== null) this.bookings.set(lotId, { currency, rate });
  }

  private bookOf(symbol: string): LotBook {
    const known = this.books.get(symbol);
    if (known !== undefined) return known;
    const { lotMethod } = this.options;
    const book =
      lotMethod === null ? new UnitBook() : new LotBook(lotMethod, (id) => this.bookings.get(id)?.rate ?? null);
    this.books.set(symbol, book);
    return book;
  }

  /**
   * Takes money from cash, or books it as an external flow when the portfolio does not track cash; a negative amount is
   * received.
   */
  private spend(entry: Transaction, amount: Decimal): void {
    if (this.options.tracksCash) {
      this.cash.set(entry.currency, (this.cash.get(entry.currency) ?? zero).minus(amount));
      this.checkCash(entry);
    } else this.addFlow(entry, amount);
  }

  private change(currency: string, by: Decimal): void {
    this.cash.set(currency, (this.cash.get(currency) ?? zero).plus(by));
  }

  private checkCash({ id, currency, tradedAt }: Transaction): void {
    const balance = this.cash.get(currency) ?? zero;
    if (!balance.isNegative() || balance.isZero() || this.overdrawn.has(currency)) return;
    this.overdrawn.add(currency);
    const detail = `On ${tradedAt.toISOString().slice(0, 10)} cash in ${currency} fell to ${balance.toFixed()}; a deposit may be missing.`;
    this.warnings.push({ code: 'negative_cash', transactionId: id, currency, detail });
  }

  private addFlow(entry: Transaction, amount: Decimal): void {
    if (amount.isZero()) return;
    const { id, tradedAt, currency, rate } = entry;
    this.flows.push({ transactionId: id, at: tradedAt, currency, amount, symbol: null, quantity: null, rate });
  }

  private addIncome(
    { id, tradedAt, symbol, currency, rate }: Transaction,
    kind: Income['kind'],
    amount: Decimal,
  ): void {
    if (!amount.isZero()) this.income.push({ transactionId: id, at: tradedAt, kind, symbol, amount, currency, rate });
  }
}

/**
 * Returns ledger options for figures that need no lots. Transactions that name lots still need them, since a named lot
 * may not be available.
 */
export const withoutLots = (
  { tracksCash, lotMethod }: LedgerOptions,
  transactions: readonly Transaction[],
): LedgerOptions => ({
  tracksCash,
  lotMethod: transactions.every(({ lotIds }) => lotIds === null) ? null : lotMethod,
});

const dayText = (time: Date): string => time.toISOString().slice(0, 10);
const grossOf = ({ amount, quantity, price }: Transaction): Decimal =>
  amount ?? (quantity !== null && price !== null ? quantity.times(price) : zero);
