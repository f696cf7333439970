import type { Context } from 'koa';
import { Authorized, Ctx, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { WithPng } from '../../../http/png-variant.js';
import { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType } from '../../../http/svg-response.js';
import { graphMlExample, graphMlOf, graphMlType } from './graphml.js';
import { PortfolioOverlapDto, PortfolioOverlapQuery } from './portfolio-overlap.dto.js';
import { PortfolioOverlaps } from './portfolio-overlaps.service.js';
import {
  RelationGraphDto,
  RelationPathDto,
  RelationPathQuery,
  RelationsPictureQuery,
  RelationsQuery,
} from './relation.dto.js';
import { nodeKinds } from './relation.js';
import { type GraphBounds, RelationGraphs } from './relation-graphs.service.js';
import { RelationPaths } from './relation-paths.service.js';
import { RelationPictures } from './relation-pictures.service.js';

@Service()
@Authorized()
@JsonController('/graphs/relations')
export class RelationsController {
  constructor(
    private readonly graphs: RelationGraphs,
    private readonly paths: RelationPaths,
    private readonly overlaps: PortfolioOverlaps,
    private readonly pictures: RelationPictures,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'Get the relations of a node',
    description:
      'Returns the graph around a client, portfolio, symbol, issuer, country, port, strait, vessel, event, ' +
      'alert or article: holdings, exposures, places nearby, events and articles of the last 7 days, open ' +
      'alerts, and your own links. `root=strait:strait-of-hormuz&type=portfolio,client` are the clients ' +
      'exposed to a strait. Vessels are those in live state. 404 for a node that does not exist or is not ' +
      'yours.',
    returns: RelationGraphDto,
    alternatives: { [graphMlType]: { description: 'The graph as GraphML.', example: graphMlExample } },
    errors: ['not_found'],
  })
  async getRelations(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: RelationsQuery,
    @Ctx() ctx: Context,
  ): Promise<RelationGraphDto | Reply> {
    const graph = await this.graphs.read(accountId, query.root, boundsOf(query));
    return ctx.state.mediaType === graphMlType
      ? new Reply(graphMlOf(graph), { type: graphMlType })
      : RelationGraphDto.from(graph);
  }

  @WithPng()
  @Get('.svg')
  @Endpoint({
    summary: 'Render the relations of a node as SVG',
    description:
      'Draws the same graph as `GET /graphs/relations` as an SVG image with a legend: related nodes are near ' +
      'each other, the root has a rim. The same graph has the same layout.',
    alternatives: { [svgType]: 'The graph.' },
    errors: ['not_found'],
  })
  async renderRelations(
    @CurrentRequester() requester: Requester,
    @QueryParams() query: RelationsPictureQuery,
  ): Promise<Reply> {
    const graph = await this.graphs.read(requester.accountId, query.root, boundsOf(query));
    return picture(await this.pictures.draw(requester, graph, query));
  }

  @Get('/path')
  @Endpoint({
    summary: 'Find how two nodes are related',
    description:
      'Returns a shortest path with the reason of each step. The search covers the nodes nearest to each end.',
    returns: RelationPathDto,
    errors: ['not_found'],
  })
  async getRelationPath(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { from, to }: RelationPathQuery,
  ): Promise<RelationPathDto> {
    return RelationPathDto.from(await this.paths.between(accountId, from, to));
  }

  @Get('/overlap')
  @Endpoint({
    summary: 'Compare the holdings of two portfolios',
    description:
      'Returns the symbols that both hold, and the countries, ports and straits that both depend on, with ' +
      'their fractions of each.',
    returns: PortfolioOverlapDto,
    errors: ['not_found'],
  })
  async getPortfolioOverlap(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { portfolioId, otherPortfolioId }: PortfolioOverlapQuery,
  ): Promise<PortfolioOverlapDto> {
    return PortfolioOverlapDto.from(await this.overlaps.between(accountId, portfolioId, otherPortfolioId));
  }
}

const boundsOf = ({ depth, limit, fanOut, type: kinds = [...nodeKinds] }: RelationsQuery): GraphBounds => ({
  depth,
  limit,
  fanOut,
  kinds,
});
