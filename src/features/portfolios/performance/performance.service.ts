import { Service } from 'typedi';
import { type BenchmarkSeries, currencyEffect, totalOf } from '../benchmark/benchmark-series.js';
import { Benchmarks } from '../benchmark/benchmarks.service.js';
import { blendText, chosenBlend } from '../benchmark-blend.js';
import { annualized } from '../returns/time-weighted.js';
import { DailyHistories, type DailyHistory, type HistoryRequest } from './daily-history.service.js';
import {
  type NotComputable,
  notComputable,
  type Performance,
  type PerformanceMethod,
  performanceOf,
  withoutTransactions,
} from './performance.js';

/** The return of a benchmark with reinvested dividends. */
export interface BenchmarkReturn {
  /** The components: `SPY.US`, or `SPY.US:0.6,AGG.US:0.4`. */
  name: string;
  /** Return as a fraction, in the currency of the portfolio's return; null with a reason in `notComputable`. */
  value: number | null;
  /** Return in the currencies of the components, as a fraction. */
  localReturn: number | null;
  /** Contribution of exchange rates: (1 + value) ÷ (1 + localReturn) - 1. */
  currencyEffect: number | null;
  annualized: number | null;
  notComputable: NotComputable | null;
}

export interface ComparedBenchmark {
  name: string;
  /** The benchmark over time; undefined when a component has no price or rate at the start. */
  series: BenchmarkSeries | undefined;
}

export interface PerformanceReport {
  performance: Performance;
  /** Daily values of the portfolio; null without a transaction. */
  history: DailyHistory | null;
  benchmark: BenchmarkReturn | null;
}

export interface PerformanceRequest extends HistoryRequest {
  method: PerformanceMethod;
  /** Replaces the portfolio's benchmark: components such as `SPY.US` or `SPY.US:0.6`. */
  benchmark?: readonly string[];
}

/** Computes the returns of portfolios. */
@Service()
export class PerformanceService {
  constructor(
    private readonly histories: DailyHistories,
    private readonly benchmarks: Benchmarks,
  ) {}

  /**
   * Computes the returns of a portfolio and of its benchmark in a period.
   * @throws Problem `not_found`, `invalid_request`, `unavailable`
   */
  async report(
    accountId: string,
    portfolioId: string,
    { method, benchmark, ...request }: PerformanceRequest,
    signal?: AbortSignal,
  ): Promise<PerformanceReport> {
    const history = await this.histories.read(accountId, portfolioId, request, signal);
    if (history === null) return { performance: withoutTransactions(method), history, benchmark: null };
    return {
      performance: performanceOf(method, history.days),
      history,
      benchmark: await this.benchmarkOf(benchmark, history, signal),
    };
  }

  /**
   * Returns the benchmark over the days of a history; null without a benchmark. Its series is undefined when it cannot
   * be computed.
   */
  async benchmarkSeries(
    requested: readonly string[] | undefined,
    history: DailyHistory,
    signal?: AbortSignal,
  ): Promise<ComparedBenchmark | null> {
    const blend = chosenBlend(requested, history.portfolio.benchmark);
    if (blend === null) return null;
    return {
      name: blendText(blend),
      series: await this.benchmarks.read(blend, history.currency, history.fromDay, history.toDay, signal),
    };
  }

  private async benchmarkOf(
    requested: readonly string[] | undefined,
    history: DailyHistory,
    signal?: AbortSignal,
  ): Promise<BenchmarkReturn | null> {
    const compared = await this.benchmarkSeries(requested, history, signal);
    if (compared === null) return null;
    const { name, series } = compared;
    if (series === undefined)
      return {
        name,
        value: null,
        localReturn: null,
        currencyEffect: null,
        annualized: null,
        notComputable: notComputable('no_benchmark_price'),
      };
    const [value, local] = [totalOf(series.index), totalOf(series.local)];
    const length = history.toDay - history.fromDay + 1;
    return {
      name,
      value,
      localReturn: local,
      currencyEffect: currencyEffect(value, local),
      annualized: annualized(value, length),
      notComputable: null,
    };
  }
}
