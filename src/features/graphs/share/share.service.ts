import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { LongRequest } from '../../../threads/long-request.js';
import { type ChartForm, ChartValuesService } from '../evaluate/chart-values.service.js';
import type { Chart } from '../saved/chart.js';
import { ChartRepository } from '../saved/chart.repository.js';
import { ChartsService } from '../saved/charts.records.js';
import { hashOfToken, newShareToken } from './share-token.js';

/** The public address of a chart. Its token is returned only when it is created. */
export interface Share {
  token: string;
  chart: Chart;
}

/** The viewer of a shared chart, who may have no account. */
export type Viewer = Omit<LongRequest, 'accountId'>;

/** Shares charts at public addresses. Each view looks up the chart, so that a revoked address ends at once. */
@Service()
export class ShareService {
  constructor(
    private readonly charts: ChartsService,
    private readonly repository: ChartRepository,
    private readonly values: ChartValuesService,
  ) {}

  /** Creates a public address; the previous one ends. @throws Problem `not_found` */
  async share(accountId: string, id: string): Promise<Share> {
    const token = newShareToken();
    return { token, chart: await this.charts.share(accountId, id, hashOfToken(token)) };
  }

  /** Ends the public address, if there is one. @throws Problem `not_found` */
  async revoke(accountId: string, id: string): Promise<void> {
    await this.charts.share(accountId, id, null);
  }

  /**
   * Computes a shared chart.
   * @returns the JSON of a `SharedChartDto`
   * @throws Problem `not_found`, and as `ChartValuesService.write`
   */
  async write(viewer: Viewer, token: string): Promise<Buffer> {
    const chart = await this.find(token);
    const { name, interval, series } = chart;
    const form: ChartForm = {
      head: ({ providers }, { from, to }) => ({
        name,
        interval,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        providers,
      }),
      items: series.map(({ name, axis, style }) => ({ name, axis, style })),
    };
    return this.values.write(ownerOf(viewer, chart), chart, form).catch(withoutDetails);
  }

  /**
   * Draws a shared chart.
   * @returns an SVG document
   * @throws Problem `not_found`, and as `ChartValuesService.draw`
   */
  async draw(viewer: Viewer, token: string, look: ChartLook): Promise<string> {
    const chart = await this.find(token);
    return this.values.draw(ownerOf(viewer, chart), chart, chart.name, look, true).catch(withoutDetails);
  }

  private async find(token: string): Promise<Chart> {
    const chart = await this.repository.findShared(hashOfToken(token));
    if (chart === undefined) throw new Problem('not_found', { detail: 'No chart is shared at this address.' });
    return chart;
  }
}

/**
 * Returns the request of the owner: the work counts for the account that shares the chart, and the chart may show its
 * portfolios.
 */
const ownerOf = (viewer: Viewer, { accountId }: Chart): LongRequest => ({
  accountId,
  signal: viewer.signal,
  releaseProcessSlot: () => viewer.releaseProcessSlot(),
});

/**
 * Replaces problems of a chart whose details contain parts of its expressions, since the owner does not share these.
 */
function withoutDetails(error: unknown): never {
  if (!(error instanceof Problem) || (error.code !== 'unprocessable' && error.code !== 'invalid_request')) throw error;
  throw new Problem('unprocessable', {
    detail: 'The chart cannot be computed now. Its owner can see why.',
    cause: error,
  });
}
