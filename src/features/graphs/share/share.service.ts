import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { Problem } from '../../../http/problem.js';
import type { WorkOwner } from '../../../threads/heavy-work.js';
import { type ChartForm, ChartValuesService } from '../evaluate/chart-values.service.js';
import type { Graph } from '../saved/graph.js';
import { GraphRepository } from '../saved/graph.repository.js';
import { GraphsService } from '../saved/graphs.service.js';
import { hashOfToken, newShareToken } from './share-token.js';

/** The public address of a chart. Its token is shown once. */
export interface Share {
  token: string;
  graph: Graph;
}

/** The viewer of a shared chart. */
export type Viewer = Omit<WorkOwner, 'accountId'>;

/** Shares charts at public addresses. Each view looks the chart up, so that an address ends at once. */
@Service()
export class ShareService {
  constructor(
    private readonly graphs: GraphsService,
    private readonly repository: GraphRepository,
    private readonly values: ChartValuesService,
  ) {}

  /** Creates a public address; the one before ends. @throws Problem `not_found` */
  async share(accountId: string, id: string): Promise<Share> {
    const token = newShareToken();
    return { token, graph: await this.graphs.share(accountId, id, hashOfToken(token)) };
  }

  /** Ends the public address, if there is one. @throws Problem `not_found` */
  async revoke(accountId: string, id: string): Promise<void> {
    await this.graphs.share(accountId, id, null);
  }

  /** @returns the JSON of a `SharedGraphDto` @throws Problem `not_found`, and as ChartValuesService.write */
  async write(viewer: Viewer, token: string): Promise<Buffer> {
    const graph = await this.find(token);
    const { name, interval, series } = graph;
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
    return this.values.write(ownerOf(viewer, graph), graph, form).catch(withoutDetails);
  }

  /** @returns an SVG document @throws Problem `not_found`, and as ChartValuesService.draw */
  async draw(viewer: Viewer, token: string, look: ChartLook): Promise<string> {
    const graph = await this.find(token);
    return this.values.draw(ownerOf(viewer, graph), graph, graph.name, look).catch(withoutDetails);
  }

  private async find(token: string): Promise<Graph> {
    const graph = await this.repository.findShared(hashOfToken(token));
    if (graph === undefined) throw new Problem('not_found', { detail: 'No chart is shared at this address.' });
    return graph;
  }
}

/** The work counts for the account that shares the chart, whose portfolios it may show. */
const ownerOf = (viewer: Viewer, { accountId }: Graph): WorkOwner => ({
  accountId,
  signal: viewer.signal,
  leaveLimit: () => viewer.leaveLimit(),
});

/** Replaces problems of a chart that name parts of its expressions, which are not shared. */
function withoutDetails(error: unknown): never {
  if (!(error instanceof Problem) || (error.code !== 'unprocessable' && error.code !== 'invalid_request')) throw error;
  throw new Problem('unprocessable', {
    detail: 'The chart cannot be computed now. Its owner can see why.',
    cause: error,
  });
}
