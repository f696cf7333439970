import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { ChartChangesDto, ChartDto, ChartPageDto, NewChartDto } from './chart.dto.js';
import { ChartsService } from './charts.records.js';
import { namedSeries } from './named-series.js';

@Service()
@Authorized()
@JsonController('/graphs/charts')
export class ChartsController {
  constructor(
    private readonly charts: ChartsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your charts',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: ChartPageDto,
  })
  async listCharts(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`charts:${accountId}:${order}`, limit, cursor);
    const found = await this.charts.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], ChartDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Save a chart',
    description:
      'Saves a chart of up to 10 series, each an expression over symbols and portfolios. The expressions are ' +
      'checked; whether the symbols and portfolios ' +
      'exist is checked when the chart is read.',
    returns: ChartDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createChart(@CurrentCaller() { accountId }: Caller, @Body() input: NewChartDto): Promise<Reply> {
    const created = await this.charts.create(accountId, {
      ...input,
      from: input.from ?? null,
      to: input.to ?? null,
      series: input.series.map(namedSeries),
    });
    return Reply.created(ChartDto.from(created), `/api/v1/graphs/charts/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a chart',
    description: 'Returns the definition of one of your charts. `GET /graphs/charts/{id}/data` has its values.',
    returns: ChartDto,
  })
  async getChart(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<ChartDto> {
    return ChartDto.from(await this.charts.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a chart',
    description:
      'Updates the fields you send; `series` replaces all lines. A shared chart shows the change at its public ' +
      'address.',
    returns: ChartDto,
    ifMatch: true,
  })
  async updateChart(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: ChartChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<ChartDto> {
    return ChartDto.from(
      await this.charts.change(accountId, id, { ...changes, series: changes.series?.map(namedSeries) }, ifMatch),
    );
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a chart',
    description: 'Deletes the chart permanently; its public address ends with it.',
    ifMatch: true,
  })
  async deleteChart(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.charts.remove(accountId, id, ifMatch);
  }
}
