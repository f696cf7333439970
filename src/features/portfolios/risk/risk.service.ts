import { Service } from 'typedi';
import { DailyHistories, type DailyHistory, type HistoryRequest } from '../performance/daily-history.service.js';
import { PerformanceService } from '../performance/performance.service.js';
import type { DailySeries } from '../valuation/daily-series.js';
import { dailyReturns, isWeekday, type Risk, riskOf } from './risk.js';

export interface RiskRequest extends HistoryRequest {
  benchmark?: string;
  /** From 0.5 to 0.999. */
  confidence: number;
  /** Annual, a share. */
  riskFree: number;
}

export interface RiskReport {
  /** Null without a transaction. */
  history: DailyHistory | null;
  risk: Risk;
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
    { benchmark, confidence, riskFree, ...request }: RiskRequest,
    signal?: AbortSignal,
  ): Promise<RiskReport> {
    const history = await this.histories.read(accountId, portfolioId, request, signal);
    if (history === null) return { history, risk: riskOf([], confidence, riskFree), benchmark: null };
    const symbol = benchmark?.toUpperCase() ?? history.portfolio.benchmark;
    const series = symbol === null ? undefined : await this.performance.benchmarkSeries(symbol, history, signal);
    return { history, risk: riskOf(dailyReturns(history.days), confidence, riskFree, series && returnsOf(series)), benchmark: symbol };
  }
}

/** Returns of weekdays with a price of their own. */
function returnsOf({ firstDay, values, asOf }: DailySeries): Map<number, number> {
  const returns = new Map<number, number>();
  for (let index = 1; index < values.length; index += 1) {
    const day = firstDay + index;
    const value = (values[index] as number) / (values[index - 1] as number) - 1;
    if (asOf[index] === day && isWeekday(day) && Number.isFinite(value)) returns.set(day, value);
  }
  return returns;
}
