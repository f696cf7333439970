import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { GraphChangesDto, GraphDto, GraphPageDto, NewGraphDto } from './graph.dto.js';
import { GraphsService } from './graphs.service.js';
import { namedSeries } from './named-series.js';

@Service()
@Authorized()
@JsonController('/graphs')
export class GraphsController {
  constructor(
    private readonly graphs: GraphsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your charts',
    description: 'Oldest first. Follow `nextCursor` until it is null.',
    returns: GraphPageDto,
  })
  async listGraphs(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`graphs:${accountId}:${order}`, limit, cursor);
    const found = await this.graphs.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], GraphDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Save a chart',
    description:
      'Saves a chart of up to 10 series, each an expression over symbols and portfolios. The expressions are ' +
      'checked; whether the symbols and portfolios ' +
      'exist is checked when the chart is read.',
    returns: GraphDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createGraph(@CurrentCaller() { accountId }: Caller, @Body() input: NewGraphDto): Promise<Reply> {
    const created = await this.graphs.create(accountId, {
      ...input,
      from: input.from ?? null,
      to: input.to ?? null,
      series: input.series.map(namedSeries),
    });
    return Reply.created(GraphDto.from(created), `/api/v1/graphs/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a chart',
    description: 'The definition of one of your charts. `GET /graphs/{id}/data` has its values.',
    returns: GraphDto,
  })
  async getGraph(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<GraphDto> {
    return GraphDto.from(await this.graphs.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a chart',
    description:
      'Updates the fields you send; `series` replaces all lines. A shared chart shows the change at its public ' +
      'address.',
    returns: GraphDto,
    ifMatch: true,
  })
  async updateGraph(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: GraphChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<GraphDto> {
    return GraphDto.from(
      await this.graphs.change(accountId, id, { ...changes, series: changes.series?.map(namedSeries) }, ifMatch),
    );
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a chart',
    description: 'Deletes the chart permanently; its public address ends with it.',
    ifMatch: true,
  })
  async deleteGraph(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.graphs.remove(accountId, id, ifMatch);
  }
}
