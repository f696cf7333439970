import { Service } from 'typedi';
import { DailyHistories, type DailyHistory, type HistoryRequest } from '../performance/daily-history.service.js';
import { PerformanceService } from '../performance/performance.service.js';
import { benchmarkReturns } from './daily-returns.js';
import { type Risk, riskOf } from './risk.js';

export interface RiskRequest extends HistoryRequest {
  /** Replaces the portfolio's benchmark: components such as `SPY.US` or `SPY.US:0.6`. */
  benchmark?: readonly string[];
  /** Confidence of value at risk, from 0.5 to 0.999. */
  confidence: number;
  /** Annual risk-free rate, as a fraction. */
  riskFreeRate: number;
}

export interface RiskReport {
  /** Daily values of the portfolio; null without a transaction. */
  history: DailyHistory | null;
  risk: Risk;
  /** The components: `SPY.US`, or `SPY.US:0.6,AGG.US:0.4`; null without a benchmark. */
  benchmark: string | null;
}

/** Computes the risk figures of portfolios from their daily returns. */
@Service()
export class RiskService {
  constructor(
    private readonly histories: DailyHistories,
    private readonly performance: PerformanceService,
  ) {}

  /** Computes the risk figures of a period. @throws Problem `not_found`, `invalid_request`, `unavailable` */
  async report(
    accountId: string,
    portfolioId: string,
    { benchmark, confidence, riskFreeRate, ...request }: RiskRequest,
    signal?: AbortSignal,
  ): Promise<RiskReport> {
    const history = await this.histories.read(accountId, portfolioId, request, signal);
    if (history === null) return { history, risk: riskOf([], confidence, riskFreeRate), benchmark: null };
    const compared = await this.performance.benchmarkSeries(benchmark, history, signal);
    const market = compared?.series && benchmarkReturns(compared.series);
    return { history, risk: riskOf(history.days, confidence, riskFreeRate, market), benchmark: compared?.name ?? null };
  }
}
