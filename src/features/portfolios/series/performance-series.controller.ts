import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { WithPng } from '../../../http/png-variant.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType, WantsPicture } from '../../../http/svg-response.js';
import { PerformanceSeriesDto, PerformanceSeriesQuery } from './performance-series.dto.js';
import { PerformanceSeriesService } from './performance-series.service.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id/performance')
export class PerformanceSeriesController {
  constructor(private readonly series: PerformanceSeriesService) {}

  @Get('/series')
  @Endpoint({
    summary: "Get a portfolio's performance series",
    lane: 'reads',
    description:
      'Returns value, cumulative time-weighted return and drawdown for each day, week or month, beside ' +
      'those of the benchmark. A benchmark without a price at the start of the period has no figures.',
    returns: PerformanceSeriesDto,
    alternatives: { [svgType]: 'The return, drawdown or value as an SVG line chart.' },
    granted: 'read',
  })
  async getPerformanceSeries(
    @Param('id') id: string,
    @QueryParams() query: PerformanceSeriesQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<PerformanceSeriesDto | Reply> {
    if (isPicture) return this.renderPerformanceSeries(id, query, requester);
    const { chart: _, theme: __, width: ___, height: ____, ...request } = query;
    return PerformanceSeriesDto.from(await this.series.read(requester.accountId, id, request, requester.signal));
  }

  @WithPng()
  @Get('/series.svg')
  @Endpoint({
    summary: 'Render the development of a portfolio as SVG',
    description:
      'Returns the cumulative return, the drawdown or the value of a portfolio as an SVG line chart, beside ' +
      'the benchmark.',
    alternatives: { [svgType]: 'The SVG chart.' },
    granted: 'read',
  })
  async renderPerformanceSeries(
    @Param('id') id: string,
    @QueryParams() { chart, theme, width, height, ...request }: PerformanceSeriesQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    return picture(await this.series.draw(requester, id, request, chart, { theme, width, height }));
  }
}
