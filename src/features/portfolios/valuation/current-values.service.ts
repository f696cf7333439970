import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { Clock } from '../../../time/clock.js';
import { sharedKey } from '../../markets/own/own-instrument.js';
import { dayOf, endOf, textOf } from '../day.js';
import { Ledger, withoutLots } from '../ledger/ledger.js';
import type { LedgerWarning } from '../ledger/ledger-entries.js';
import { Decimal, zero } from '../lots/decimal.js';
import type { Portfolio } from '../portfolio.js';
import { PortfoliosService } from '../portfolios.records.js';
import type { Transaction } from '../transactions/transaction.js';
import { TransactionRepository } from '../transactions/transaction.repository.js';
import { type DailyPoint, type DailySeries, pointAt } from './daily-series.js';
import type { HeldValue, PortfolioValue } from './portfolio-value.js';
import { PriceHistory } from './price-history.service.js';
import { PriceReadings } from './price-readings.service.js';
import type { ValuationWarning } from './valuation.js';
import { STALE_DAYS } from './valuation.service.js';

/** Units, cash and warnings of a portfolio, which depend only on its transactions. */
interface Positions {
  units: Array<{ symbol: string; currency: string; quantity: Decimal }>;
  cash: Array<{ currency: string; amount: Decimal }>;
  warnings: LedgerWarning[];
}

const MAX_READS = 4;
/**
 * Maximum number of transactions of several portfolios read by one query: some milliseconds of parsing. A portfolio
 * with more is read alone, in pages.
 */
const MAX_BATCH = 500;
const MAX_CACHED_PORTFOLIOS = 10_000;
const MAX_CACHED_PRICES = 20_000;

const EMPTY: Positions = { units: [], cash: [], warnings: [] };

/**
 * Values many portfolios at present prices. Positions are cached until a transaction changes, and each price and rate
 * is read once per `PriceReading` (a fixed set of prices of one moment), however many portfolios need it.
 */
@Service()
export class CurrentValues {
  private readonly positions = new BoundedCache<Positions>(MAX_CACHED_PORTFOLIOS);
  private readonly valued = new BoundedCache<PortfolioValue>(MAX_CACHED_PORTFOLIOS);
  private readonly points = new BoundedCache<Promise<DailyPoint | undefined>>(MAX_CACHED_PRICES);

  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly transactions: TransactionRepository,
    private readonly history: PriceHistory,
    private readonly readings: PriceReadings,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns values by the id of the portfolio; unknown ids, and ids of another account, are left out.
   * @throws the reason of the signal
   */
  async read(
    accountId: string,
    ids: readonly string[],
    currency: string,
    signal?: AbortSignal,
  ): Promise<Map<string, PortfolioValue>> {
    return ids.length === 0 ? new Map() : this.of(await this.portfolios.some(accountId, ids), currency, signal);
  }

  /**
   * Returns values as `read`, for portfolios that are known to belong to the caller. Callers must not change the
   * values.
   * @throws the reason of the signal
   */
  of(portfolios: readonly Portfolio[], currency: string, signal?: AbortSignal): Promise<Map<string, PortfolioValue>> {
    return this.readings.hold(() => this.valuesOf(portfolios, currency, signal));
  }

  private async valuesOf(
    own: readonly Portfolio[],
    currency: string,
    signal?: AbortSignal,
  ): Promise<Map<string, PortfolioValue>> {
    const day = dayOf(new Date(this.clock.now()));
    const reading = this.readings.current().id;
    const fingerprints = await this.transactions.fingerprints(own.map(({ id }) => id));
    const keyOf = ({ id, version }: Portfolio) => `${id}|${version}|${fingerprints.get(id) ?? ''}|${day}`;
    const values = new Map<string, PortfolioValue>();
    const valuedKeyOf = (portfolio: Portfolio) => `${keyOf(portfolio)}|${currency}|${reading}`;
    const rest = own.filter((portfolio) => {
      const known = this.valued.get(valuedKeyOf(portfolio));
      if (known !== undefined) values.set(portfolio.id, known);
      return known === undefined;
    });
    const held = await this.positionsOf(rest, fingerprints, keyOf, day, signal);
    const all = [...held.values()];
    const currencies = new Set(all.flatMap(({ units, cash }) => [...units, ...cash].map((one) => one.currency)));
    const [prices, rates] = [new Map<string, DailyPoint>(), new Map<string, Decimal>()];
    await eachOf(
      [...new Set(all.flatMap(({ units }) => units.map(({ symbol }) => symbol)))],
      signal,
      async (symbol) => {
        const point = await this.pointOf(`${sharedKey(symbol)}|${day}|${reading}`, () =>
          this.history.prices(symbol, day, day),
        );
        if (point !== undefined) prices.set(symbol, point);
      },
    );
    await eachOf([...currencies], signal, async (from) => {
      const point = await this.pointOf(`${from}/${currency}|${day}|${reading}`, () =>
        this.history.rates(from, currency, day, day),
      );
      if (point !== undefined) rates.set(from, new Decimal(point.value));
    });
    const unitValues = new Map<string, Decimal | null>();
    const slices = new YieldTimer();
    for (const portfolio of rest) {
      const value = valuedAt(held.get(portfolio.id) ?? EMPTY, { day, currency, prices, rates, unitValues });
      values.set(portfolio.id, value);
      this.valued.set(valuedKeyOf(portfolio), value);
      if (slices.isOver) await slices.next(signal);
    }
    return values;
  }

  /** Returns positions by the id of the portfolio; cached ones if no transaction has changed. */
  private async positionsOf(
    own: readonly Portfolio[],
    fingerprints: ReadonlyMap<string, string>,
    keyOf: (portfolio: Portfolio) => string,
    day: number,
    signal?: AbortSignal,
  ): Promise<Map<string, Positions>> {
    const held = new Map<string, Positions>();
    const missing = own.filter((portfolio) => {
      const known = fingerprints.has(portfolio.id) ? this.positions.get(keyOf(portfolio)) : EMPTY;
      if (known !== undefined) held.set(portfolio.id, known);
      return known === undefined;
    });
    const slices = new YieldTimer();
    for (const batch of batchesOf(missing, ({ id }) => Number.parseInt(fingerprints.get(id) ?? '0', 10))) {
      const transactions = await this.transactionsOf(batch, endOf(day));
      if (slices.isOver) await slices.next(signal);
      for (const portfolio of batch) {
        const entries = transactions.get(portfolio.id) ?? [];
        const ledger = new Ledger(withoutLots(portfolio, entries));
        for (const entry of entries) {
          ledger.apply(entry);
          if (slices.isOver) await slices.next(signal);
        }
        const positions = positionsIn(ledger);
        this.positions.set(keyOf(portfolio), positions);
        held.set(portfolio.id, positions);
      }
    }
    return held;
  }

  /** Returns transactions by the id of the portfolio. */
  private async transactionsOf(
    [first, ...others]: readonly Portfolio[],
    time: Date,
  ): Promise<ReadonlyMap<string, Transaction[]>> {
    if (first === undefined) return new Map();
    if (others.length === 0) return new Map([[first.id, await this.transactions.until(first.id, time)]]);
    return this.transactions.untilOfAll([first.id, ...others.map(({ id }) => id)], time);
  }

  /** Returns a price or rate. Concurrent callers share one read; a failed read is not cached. */
  private pointOf(key: string, read: () => Promise<DailySeries | undefined>): Promise<DailyPoint | undefined> {
    const known = this.points.get(key);
    if (known !== undefined) return known;
    const point = read().then((series) => series && pointAt(series, series.firstDay));
    this.points.set(key, point);
    point.catch(() => this.points.delete(key));
    return point;
  }
}

function positionsIn(ledger: Ledger): Positions {
  const held = [...ledger.books].filter(([, book]) => !book.quantity.isZero());
  return {
    units: held.map(([symbol, book]) => ({
      symbol,
      currency: ledger.currencyOf(symbol) ?? '',
      quantity: book.quantity,
    })),
    cash: [...ledger.cash].filter(([, amount]) => !amount.isZero()).map(([currency, amount]) => ({ currency, amount })),
    warnings: [...ledger.warnings],
  };
}

/**
 * Divides portfolios, in their order, into batches with at most `MAX_BATCH` transactions; a larger portfolio is alone
 * in its batch.
 */
function batchesOf(portfolios: readonly Portfolio[], countOf: (portfolio: Portfolio) => number): Portfolio[][] {
  const batches: Portfolio[][] = [];
  let room = 0;
  for (const portfolio of portfolios) {
    const count = countOf(portfolio);
    if (count > room || batches.length === 0) {
      batches.push([]);
      room = MAX_BATCH;
    }
    batches.at(-1)?.push(portfolio);
    room -= count;
  }
  return batches;
}

interface Market {
  day: number;
  currency: string;
  prices: ReadonlyMap<string, DailyPoint>;
  rates: ReadonlyMap<string, Decimal>;
  /** Value of one unit in the currency of the response, by symbol and own currency; computed when first needed. */
  unitValues: Map<string, Decimal | null>;
}

function valuedAt(
  { units, cash, warnings: ofLedger }: Positions,
  { day, currency, prices, rates, unitValues }: Market,
): PortfolioValue {
  const warnings: ValuationWarning[] = [...ofLedger];
  const add = (code: ValuationWarning['code'], of: { symbol: string } | { currency: string }, detail: string) =>
    warnings.push({ code, transactionId: null, ...of, detail });
  for (const own of new Set([...units, ...cash].map((one) => one.currency)))
    if (!rates.has(own))
      add(
        'rate_missing',
        { currency: own },
        `No rate from ${own} to ${currency} is known; amounts in ${own} are left out.`,
      );
  const unitValueOf = (symbol: string, own: string): Decimal | null => {
    const key = `${symbol}|${own}`;
    const known = unitValues.get(key);
    if (known !== undefined) return known;
    const [point, rate] = [prices.get(symbol), rates.get(own)];
    const value = point === undefined || rate === undefined ? null : rate.times(point.value);
    unitValues.set(key, value);
    return value;
  };
  const holdings = units.map(({ symbol, currency: own, quantity }): HeldValue => {
    const point = prices.get(symbol);
    if (point === undefined)
      add(
        'price_missing',
        { symbol },
        `No price of ${symbol} is known at ${textOf(day)}; it is left out of the value.`,
      );
    else if (day - point.asOf > STALE_DAYS)
      add('price_stale', { symbol }, `The price of ${symbol} is of ${textOf(point.asOf)}.`);
    const unit = unitValueOf(symbol, own);
    return { symbol, currency: own, quantity, value: unit && quantity.times(unit) };
  });
  const balances = cash.map(({ currency: own, amount }) => ({
    currency: own,
    value: rates.get(own)?.times(amount) ?? null,
  }));
  const cashValue = balances.reduce((sum, one) => (one.value === null ? sum : sum.plus(one.value)), zero);
  const value = holdings.reduce((sum, one) => (one.value === null ? sum : sum.plus(one.value)), cashValue);
  return { currency, value, cashValue, holdings, cash: balances, warnings };
}

/** Calls `work` for all items, a few at a time: connections and the event loop are shared with other requests. */
async function eachOf<Item>(
  items: readonly Item[],
  signal: AbortSignal | undefined,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const run = async () => {
    for (const item of rest) {
      signal?.throwIfAborted();
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_READS, items.length) }, run));
}
