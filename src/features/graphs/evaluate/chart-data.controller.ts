import { Authorized, Body, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { WithPng } from '../../../http/png-variant.js';
import { RawJson } from '../../../http/raw-json.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { PictureQuery, picture, svgType } from '../../../http/svg-response.js';
import { ChartDefinitionDto } from '../saved/chart.dto.js';
import { namedSeries } from '../saved/named-series.js';
import { ChartDataDto, chartTable } from './chart-data.dto.js';
import { SavedChartValuesService } from './saved-chart-values.service.js';

const errors =
  'A symbol or a portfolio that does not exist is named in a 422 with its position, and so is a range with ' +
  'more candles than `GET /markets/candles/{symbol}` returns.';

@Service()
@Authorized()
@JsonController('/graphs/charts')
export class ChartDataController {
  constructor(private readonly values: SavedChartValuesService) {}

  @Post('/evaluate')
  @Endpoint({
    summary: 'Evaluate expressions',
    description: `Computes a chart without saving it. Series are computed over candles of the interval; averages look back beyond the range. ${errors}`,
    returns: ChartDataDto,
    status: 200,
    lane: 'reads',
    scope: 'read',
    errors: ['unprocessable', 'unavailable'],
  })
  async evaluateChart(
    @Body() { from = null, to = null, series, ...definition }: ChartDefinitionDto,
    @CurrentRequester() requester: Requester,
  ): Promise<RawJson> {
    return new RawJson(
      await this.values.write(requester, { ...definition, from, to, series: series.map(namedSeries) }),
    );
  }

  @Get('/:id/data')
  @Endpoint({
    summary: 'Get the values of a chart',
    description: `Computes the series of one of your charts now. As CSV: a row for each time, and a column for each series. ${errors}`,
    returns: ChartDataDto,
    lane: 'reads',
    csv: chartTable,
    errors: ['unprocessable', 'unavailable'],
    granted: 'read',
  })
  async getChartData(@Param('id') id: string, @CurrentRequester() requester: Requester): Promise<RawJson> {
    return new RawJson(await this.values.writeSaved(requester, id));
  }

  @WithPng()
  @Get('/:id/image.svg')
  @Endpoint({
    summary: 'Render a chart as SVG',
    description: 'Returns one of your charts as an SVG image, with one labeled line for each series.',
    alternatives: { [svgType]: 'The SVG chart.' },
    errors: ['unprocessable', 'unavailable'],
    granted: 'read',
  })
  async renderChart(
    @Param('id') id: string,
    @QueryParams() query: PictureQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    return picture(await this.values.drawSaved(requester, id, query));
  }
}
