import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { timeWindow } from '../../../http/time-window.js';
import { ClustersQuery, NewsClusterDetailDto, NewsClusterDto, NewsClusterPageDto } from './cluster.dto.js';
import { ClustersService } from './clusters.service.js';

@Service()
@Authorized()
@JsonController('/news/clusters')
export class ClustersController {
  constructor(
    private readonly clusters: ClustersService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List news clusters',
    description:
      'Lists stories that two or more articles report, the most recently reported first. Articles belong to ' +
      'one story when their titles are nearly the same, within 72 hours, and contain no different names or ' +
      'numbers.',
    returns: NewsClusterPageDto,
  })
  async listNewsClusters(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: ClustersQuery,
  ): Promise<Page<object>> {
    const { limit, cursor, ...request } = query;
    const page = this.cursors.page(`news-clusters:${accountId}:${JSON.stringify(request)}`, limit, cursor);
    const after = page.after && { lastSeenAt: new Date(page.after[0] as number), id: page.after[1] as string };
    const { symbol, entity: entities, country, minOwners, from, to } = request;
    const lists = {
      symbols: symbol?.map((one) => one.toUpperCase()),
      entities,
      countries: country?.map((one) => one.toUpperCase()),
    };
    const found = await this.clusters.list(
      accountId,
      { ...lists, minOwners, ...timeWindow({ from, to }) },
      page.fetch,
      after,
    );
    return page.answer(found, ({ lastSeenAt, id }) => [lastSeenAt.getTime(), id], NewsClusterDto.from);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a news cluster',
    description: 'Returns one story with its articles, and its corroboration by owner of publications.',
    returns: NewsClusterDetailDto,
  })
  async getNewsCluster(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<NewsClusterDetailDto> {
    const { cluster, members } = await this.clusters.get(accountId, id);
    return NewsClusterDetailDto.withArticles(cluster, members);
  }
}
