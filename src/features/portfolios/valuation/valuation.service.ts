import { Service } from 'typedi';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { dayOf, endOf, textOf } from '../day.js';
import type { Ledger } from '../ledger/ledger.js';
import { Ledgers, type LoadedLedger } from '../ledger/ledgers.service.js';
import { Decimal, zero } from '../lots/decimal.js';
import type { LotBook } from '../lots/lot-book.js';
import { type DailySeries, pointAt } from './daily-series.js';
import { PriceHistory } from './price-history.service.js';
import { PriceReadings } from './price-readings.service.js';
import type { Valuation, ValuationWarning, ValuedCash, ValuedHolding } from './valuation.js';

/** Age of a price (days) from which it counts as stale: the longest holidays of exchanges are shorter. */
export const STALE_DAYS = 10;

const MAX_CACHED = 1_000;

export interface ValuationRequest {
  /** Day of the valuation (a plain date). Default: today. */
  asOf?: string;
  /** Currency of the values. Default: the portfolio's base currency. */
  currency?: string;
}

/** Rates by currency, from the day of the first lot to the day of the valuation. */
type Rates = ReadonlyMap<string, DailySeries | undefined>;

/**
 * Values portfolios at the end of a day. Results are cached while neither the prices of the reading nor the
 * transactions change; callers must not change them.
 */
@Service()
export class ValuationService {
  private readonly known = new BoundedCache<Valuation>(MAX_CACHED);

  constructor(
    private readonly ledgers: Ledgers,
    private readonly history: PriceHistory,
    private readonly readings: PriceReadings,
    private readonly clock: Clock,
  ) {}

  /** Values a portfolio; a day in the future counts as today. @throws Problem `not_found`, `unavailable` */
  async read(
    accountId: string,
    portfolioId: string,
    { asOf, currency }: ValuationRequest,
    signal?: AbortSignal,
  ): Promise<Valuation> {
    const today = dayOf(new Date(this.clock.now()));
    const day = asOf === undefined ? today : Math.min(today, dayOf(new Date(asOf)));
    const { portfolio, fingerprint } = await this.ledgers.versionOf(accountId, portfolioId);
    const shown = currency ?? portfolio.baseCurrency;
    return this.readings.hold(async () => {
      const key = [portfolioId, portfolio.version, fingerprint, day, shown, this.readings.current().id].join('|');
      const cached = this.known.get(key);
      if (cached !== undefined) return cached;
      const valuation = await this.of(await this.ledgers.load(accountId, portfolioId, endOf(day)), day, shown, signal);
      this.known.set(key, valuation);
      return valuation;
    });
  }

  async of(
    { ledger, portfolio }: LoadedLedger,
    day: number,
    currency: string,
    signal?: AbortSignal,
  ): Promise<Valuation> {
    const warnings: ValuationWarning[] = [...ledger.warnings];
    const rates = await this.ratesFor(ledger, day, currency, signal);
    for (const [from, series] of rates)
      if (series === undefined || pointAt(series, day) === undefined)
        warnings.push({
          code: 'rate_missing',
          transactionId: null,
          currency: from,
          detail: `No rate from ${from} to ${currency} is known; amounts in ${from} are left out.`,
        });
    const held = [...ledger.books].filter(([, book]) => !book.quantity.isZero());
    const holdings = await Promise.all(
      held.map(([symbol]) =>
        this.holding(
          ledger,
          symbol,
          day,
          { currency, rates, usesBooked: currency === portfolio.baseCurrency },
          warnings,
          signal,
        ),
      ),
    );
    const cash = [...ledger.cash]
      .filter(([, amount]) => !amount.isZero())
      .map(([own, amount]): ValuedCash => {
        const rate = rateAt(rates, own, day);
        return { currency: own, amount, rate, value: rate && amount.times(rate) };
      });
    const sum = (values: Array<{ value: Decimal | null }>) =>
      values.reduce((total, { value }) => (value === null ? total : total.plus(value)), zero);
    const [holdingsValue, cashValue] = [sum(holdings), sum(cash)];
    const value = holdingsValue.plus(cashValue);
    for (const holding of holdings)
      holding.weight = holding.value === null || value.isZero() ? null : holding.value.div(value).toNumber();
    holdings.sort((a, b) => (b.value ?? zero).comparedTo(a.value ?? zero) || (a.symbol < b.symbol ? -1 : 1));
    return { day, currency, value, holdingsValue, cashValue, holdings, cash, warnings };
  }

  private async ratesFor(ledger: Ledger, day: number, currency: string, signal?: AbortSignal): Promise<Rates> {
    const currencies = new Set([
      ...ledger.cash.keys(),
      ...[...ledger.bookings.values()].map(({ currency: own }) => own),
    ]);
    let first = day;
    for (const { costOrigins } of ledger.books.values())
      for (const { acquiredAt } of costOrigins) first = Math.min(first, Math.floor(acquiredAt / DAY_MS));
    const read = async (from: string): Promise<[string, DailySeries | undefined]> => [
      from,
      await this.history.rates(from, currency, first, day, signal),
    ];
    return new Map(await Promise.all([...currencies].map(read)));
  }

  private async holding(
    ledger: Ledger,
    symbol: string,
    day: number,
    { currency, rates, usesBooked }: { currency: string; rates: Rates; usesBooked: boolean },
    warnings: ValuationWarning[],
    signal?: AbortSignal,
  ): Promise<ValuedHolding> {
    const book = ledger.books.get(symbol) as LotBook;
    const own = ledger.currencyOf(symbol) ?? currency;
    const series = await this.history.prices(symbol, day, day, signal);
    const point = series && pointAt(series, day);
    if (point === undefined)
      warnings.push({
        code: 'price_missing',
        transactionId: null,
        symbol,
        detail: `No price of ${symbol} is known at ${textOf(day)}; it is left out of the value.`,
      });
    else if (day - point.asOf > STALE_DAYS)
      warnings.push({
        code: 'price_stale',
        transactionId: null,
        symbol,
        detail: `The price of ${symbol} is of ${textOf(point.asOf)}.`,
      });
    const price = point === undefined ? null : new Decimal(point.value);
    const rate = rateAt(rates, own, day);
    const value = price === null || rate === null ? null : book.quantity.times(price).times(rate);
    const costInCurrency = book.costIn(({ id, acquiredAt }) => {
      const booked = usesBooked ? (ledger.bookings.get(id)?.rate ?? null) : null;
      return booked ?? rateAt(rates, own, Math.floor(acquiredAt / DAY_MS));
    });
    return {
      symbol,
      quantity: book.quantity,
      currency: own,
      cost: book.cost,
      price,
      priceDay: point?.asOf ?? null,
      provider: series?.provider ?? null,
      rate,
      value,
      costInCurrency,
      unrealized: value === null || costInCurrency === null ? null : value.minus(costInCurrency),
      weight: null,
    };
  }
}

function rateAt(rates: Rates, currency: string, day: number): Decimal | null {
  const series = rates.get(currency);
  const point = series && pointAt(series, day);
  return point === undefined ? null : new Decimal(point.value);
}
