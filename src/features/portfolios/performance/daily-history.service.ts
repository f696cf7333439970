import { Service } from 'typedi';
import { wrongParameter } from '../../../api/problem.js';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { Clock } from '../../../time/clock.js';
import { dayOf, endOf } from '../day.js';
import type { Portfolio } from '../portfolio.js';
import { PortfoliosService } from '../portfolios.records.js';
import type { ValuedDay } from '../returns/time-weighted.js';
import type { Transaction } from '../transactions/transaction.js';
import { TransactionRepository } from '../transactions/transaction.repository.js';
import type { DailySeries } from '../valuation/daily-series.js';
import { PriceHistory } from '../valuation/price-history.service.js';
import { PriceReadings } from '../valuation/price-readings.service.js';
import type { ValuationWarning } from '../valuation/valuation.js';
import { dailyValues } from './daily-values.js';
import type { DailyInputs } from './day-walk.js';

export interface HistoryRequest {
  /** Start of the period: RFC 3339 or a plain date. Default: the day of the first transaction. */
  from?: string;
  /** End of the period, exclusive. Default: the end of today. */
  to?: string;
  /** Currency of the values. Default: the portfolio's base currency. */
  currency?: string;
}

/** A portfolio valued on every day of a period. */
export interface DailyHistory {
  portfolio: Portfolio;
  currency: string;
  /** The first and the last day of the period; `days` begins with the day before. */
  fromDay: number;
  toDay: number;
  days: ValuedDay[];
  warnings: ValuationWarning[];
  providers: string[];
}

/** A period in days, both inclusive. */
export interface DayRange {
  /** First day; undefined: the day of the first transaction. */
  fromDay: number | undefined;
  toDay: number;
  currency: string;
}

/** The inputs of the daily values of a portfolio. */
export interface HistoryInputs extends DailyInputs {
  portfolio: Portfolio;
  currency: string;
}

/** Maximum length of a period (days), so that the work for a request is limited. */
export const MAX_DAYS = 20_000;
const MAX_READS = 4;
const MAX_CACHED = 200;

/**
 * Values portfolios day by day. Results are cached while neither the prices of the reading nor the transactions change.
 */
@Service()
export class DailyHistories {
  private readonly known = new BoundedCache<{ history: DailyHistory | null }>(MAX_CACHED);

  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly transactions: TransactionRepository,
    private readonly prices: PriceHistory,
    private readonly readings: PriceReadings,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the daily values of a period.
   * @returns null without a transaction before the end
   * @throws Problem `not_found`, `invalid_request`, `unavailable`
   */
  async read(
    accountId: string,
    portfolioId: string,
    request: HistoryRequest,
    signal?: AbortSignal,
  ): Promise<DailyHistory | null> {
    const portfolio = await this.portfolios.get(accountId, portfolioId);
    const range = this.rangeOf(portfolio, request);
    const { fromDay, toDay, currency } = range;
    const fingerprint = await this.transactions.fingerprint(portfolioId);
    return this.readings.hold(async () => {
      const key = [
        portfolioId,
        portfolio.version,
        currency,
        fromDay,
        toDay,
        fingerprint,
        this.readings.current().id,
      ].join('|');
      const cached = this.known.get(key);
      if (cached !== undefined) return cached.history;
      const inputs = await this.inputs(portfolio, range, signal);
      const history = inputs === null ? null : await this.compute(inputs, signal);
      this.known.set(key, { history });
      return history;
    });
  }

  /** Returns the days of a request. @throws Problem `invalid_request` */
  rangeOf({ baseCurrency }: Portfolio, { from, to, currency }: HistoryRequest): DayRange {
    const today = dayOf(new Date(this.clock.now()));
    const toDay = to === undefined ? today : Math.min(today, dayOf(new Date(new Date(to).getTime() - 1)));
    const fromDay = from === undefined ? undefined : dayOf(new Date(from));
    if (fromDay !== undefined && fromDay > toDay)
      throw wrongParameter('query/from', 'must be before `to` and not in the future');
    return { fromDay, toDay, currency: currency ?? baseCurrency };
  }

  private async compute(inputs: HistoryInputs, signal?: AbortSignal): Promise<DailyHistory> {
    const { portfolio, currency, fromDay, toDay, prices, rates } = inputs;
    const { days, withoutPrice, withoutRate, warnings: ofLedger } = await dailyValues(inputs, signal);
    const warnings: ValuationWarning[] = [
      ...ofLedger,
      ...[...withoutPrice].map((symbol) => priceMissing(symbol)),
      ...[...withoutRate].map((own) => rateMissing(own, currency)),
    ];
    const providers = [
      ...new Set([...prices.values(), ...rates.values()].map(({ provider }) => provider).filter((name) => name !== '')),
    ].sort();
    return { portfolio, currency, fromDay, toDay, days, warnings, providers };
  }

  /**
   * Returns the data for valuing a portfolio day by day; null without a transaction before the end.
   * @throws Problem `invalid_request`, `unavailable`
   */
  async inputs(
    portfolio: Portfolio,
    { fromDay: asked, toDay, currency }: DayRange,
    signal?: AbortSignal,
  ): Promise<HistoryInputs | null> {
    const transactions = await this.transactions.until(portfolio.id, endOf(toDay));
    const [first] = transactions;
    if (first === undefined) return null;
    const fromDay = Math.max(asked ?? Number.NEGATIVE_INFINITY, dayOf(first.tradedAt));
    if (toDay - fromDay >= MAX_DAYS)
      throw wrongParameter('query/from', `must be at most ${MAX_DAYS} days before \`to\``);
    const series = await this.series(transactions, currency, fromDay, toDay, signal);
    return {
      portfolio,
      currency,
      usesBooked: currency === portfolio.baseCurrency,
      transactions,
      ...series,
      fromDay,
      toDay,
    };
  }

  private async series(
    transactions: readonly Transaction[],
    currency: string,
    fromDay: number,
    toDay: number,
    signal?: AbortSignal,
  ) {
    const symbols = new Set(
      transactions.flatMap(({ symbol, newSymbol }) => [symbol, newSymbol]).filter((symbol) => symbol !== null),
    );
    const currencies = new Set(transactions.map((transaction) => transaction.currency));
    const prices = await inTurn([...symbols], (symbol) => this.prices.prices(symbol, fromDay - 1, toDay, signal));
    const rates = await inTurn([...currencies], (own) => this.prices.rates(own, currency, fromDay - 1, toDay, signal));
    return { prices, rates };
  }
}

const priceMissing = (symbol: string): ValuationWarning => ({
  code: 'price_missing',
  transactionId: null,
  symbol,
  detail: `On some days no price of ${symbol} is known; its units count at the price of their last trade.`,
});
const rateMissing = (own: string, currency: string): ValuationWarning => ({
  code: 'rate_missing',
  transactionId: null,
  currency: own,
  detail: `On some days no rate from ${own} to ${currency} is known; amounts in ${own} are left out.`,
});

/** Reads series, `MAX_READS` at a time, because each is parsed on the event loop. Missing series are left out. */
async function inTurn(
  names: readonly string[],
  read: (name: string) => Promise<DailySeries | undefined>,
): Promise<Map<string, DailySeries>> {
  const found = new Map<string, DailySeries>();
  for (let at = 0; at < names.length; at += MAX_READS)
    await Promise.all(
      names.slice(at, at + MAX_READS).map(async (name) => {
        const series = await read(name);
        if (series !== undefined) found.set(name, series);
      }),
    );
  return found;
}
