import { Service } from 'typedi';
import { DailyHistories, type DailyHistory, type HistoryRequest } from '../performance/daily-history.service.js';
import { PerformanceService } from '../performance/performance.service.js';
import { benchmarkReturns } from './daily-returns.js';
import { type Risk, riskOf } from './risk.js';

export interface RiskRequest extends HistoryRequest {
  /** Instead of the portfolio's: components as `SPY.US` or `SPY.US:0.6`. */
  benchmark?: readonly string[];
  /** From 0.5 to 0.999. */
  confidence: number;
  /** Annual, a share. */
  riskFreeRate: number;
}

export interface RiskReport {
  /** Null without a transaction. */
  history: DailyHistory | null;
  risk: Risk;
  /** `SPY.US`, or `SPY.US:0.6,AGG.US:0.4`. */
  benchmark: string | null;
}

/** Computes the risk figures of portfolios from their daily returns. */
@Service()
export class RiskService {
  constructor(
    private readonly histories: DailyHistories,
    private readonly performance: PerformanceService,
  ) {}

  /** @throws Problem `not_found`, `invalid_request`, `unavailable` */
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
