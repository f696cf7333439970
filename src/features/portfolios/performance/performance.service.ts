import { Service } from 'typedi';
import { annualized } from '../returns/annualized.js';
import { type DailySeries, pointAt } from '../valuation/daily-series.js';
import { PriceHistory } from '../valuation/price-history.service.js';
import { DailyHistories, type DailyHistory, type HistoryRequest } from './daily-history.service.js';
import { notComputable, type Performance, type PerformanceMethod, performanceOf } from './performance.js';

export interface BenchmarkReturn {
  symbol: string;
  /** A share, of prices without dividends; null when no price is known at the start. */
  value: number | null;
  annualized: number | null;
}

export interface PerformanceReport {
  performance: Performance;
  /** Null without a transaction. */
  history: DailyHistory | null;
  benchmark: BenchmarkReturn | null;
}

export interface PerformanceRequest extends HistoryRequest {
  method: PerformanceMethod;
  /** Instead of the portfolio's benchmark. */
  benchmark?: string;
}

/** Computes the returns of portfolios. */
@Service()
export class PerformanceService {
  constructor(
    private readonly histories: DailyHistories,
    private readonly prices: PriceHistory,
  ) {}

  /** @throws Problem `not_found`, `invalid_request`, `unavailable` */
  async report(
    accountId: string,
    portfolioId: string,
    { method, benchmark, ...request }: PerformanceRequest,
    signal?: AbortSignal,
  ): Promise<PerformanceReport> {
    const history = await this.histories.read(accountId, portfolioId, request, signal);
    if (history === null) return { performance: empty(method), history, benchmark: null };
    const symbol = benchmark?.toUpperCase() ?? history.portfolio.benchmark;
    return { performance: performanceOf(method, history.days), history, benchmark: symbol === null ? null : await this.benchmarkOf(symbol, history, signal) };
  }

  /** The benchmark's closes of the period, the day before it included; undefined when no provider has any. */
  async benchmarkSeries(symbol: string, { fromDay, toDay }: DailyHistory, signal?: AbortSignal): Promise<DailySeries | undefined> {
    return this.prices.prices(symbol, fromDay - 1, toDay, signal);
  }

  private async benchmarkOf(symbol: string, history: DailyHistory, signal?: AbortSignal): Promise<BenchmarkReturn> {
    const series = await this.benchmarkSeries(symbol, history, signal);
    const [start, end] = [series && pointAt(series, history.fromDay - 1), series && pointAt(series, history.toDay)];
    if (start === undefined || end === undefined) return { symbol, value: null, annualized: null };
    const value = end.value / start.value - 1;
    return { symbol, value, annualized: annualized(value, history.toDay - history.fromDay + 1) };
  }
}

const empty = (method: PerformanceMethod): Performance => ({
  ...{ method, value: null, annualized: null, notComputable: notComputable('no_transactions') },
  ...{ startValue: 0, endValue: 0, netFlow: 0, gain: 0, subPeriods: [], rates: [], undefinedDays: 0 },
});
