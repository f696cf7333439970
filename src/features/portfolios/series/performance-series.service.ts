import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { DailyHistories, type DailyHistory, type HistoryRequest } from '../performance/daily-history.service.js';
import { PerformanceService } from '../performance/performance.service.js';
import { PortfoliosService } from '../portfolios.records.js';
import { type SeriesInterval, type SeriesPoint, seriesOf } from './performance-series.js';
import { type SeriesChart, seriesChartInThread } from './series-chart-in-thread.js';

export interface SeriesRequest extends HistoryRequest {
  /** Replaces the portfolio's benchmark. */
  benchmark?: readonly string[];
  interval: SeriesInterval;
}

export interface PerformanceSeries {
  /** Daily values of the portfolio; null without a transaction. */
  history: DailyHistory | null;
  interval: SeriesInterval;
  benchmark: string | null;
  points: SeriesPoint[];
  providers: string[];
}

/** Computes the development of portfolios over time. */
@Service()
export class PerformanceSeriesService {
  constructor(
    private readonly histories: DailyHistories,
    private readonly performance: PerformanceService,
    private readonly portfolios: PortfoliosService,
    private readonly heavy: HeavyWork,
  ) {}

  /** Returns the points of a period. @throws Problem `not_found`, `invalid_request`, `unavailable` */
  async read(
    accountId: string,
    portfolioId: string,
    { interval, benchmark, ...request }: SeriesRequest,
    signal?: AbortSignal,
  ): Promise<PerformanceSeries> {
    const history = await this.histories.read(accountId, portfolioId, request, signal);
    if (history === null) return { history, interval, benchmark: null, points: [], providers: [] };
    const compared = await this.performance.benchmarkSeries(benchmark, history, signal);
    const providers = [...new Set([...history.providers, ...(compared?.series?.providers ?? [])])].sort();
    return {
      history,
      interval,
      benchmark: compared?.name ?? null,
      points: seriesOf(history.days, compared?.series, interval),
      providers,
    };
  }

  /** Draws the points. @returns an SVG document @throws Problem as `read`, `overloaded` */
  draw(
    requester: Requester,
    portfolioId: string,
    request: SeriesRequest,
    chart: SeriesChart,
    look: ChartLook,
  ): Promise<string> {
    return this.heavy.run(requester, async (inThread) => {
      const { name } = await this.portfolios.get(requester.accountId, portfolioId);
      const { history, benchmark, points, providers } = await this.read(
        requester.accountId,
        portfolioId,
        request,
        requester.signal,
      );
      return inThread(seriesChartInThread, {
        name,
        currency: history?.currency ?? null,
        benchmark,
        points,
        providers,
        chart,
        look,
      });
    });
  }
}
