import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { WithPng } from '../../../http/png-variant.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType, WantsPicture } from '../../../http/svg-response.js';
import { HistogramQuery, TimelineHistogramDto } from './histogram.dto.js';
import { HistogramService } from './histogram.service.js';

@Service()
@Authorized()
@JsonController('/timeline')
export class HistogramController {
  constructor(private readonly histograms: HistogramService) {}

  @Get('/histogram')
  @Endpoint({
    summary: 'Count timeline events over time',
    description:
      'Returns the number of events that you may see, by time, type group and severity. Takes the same ' +
      'filters as `GET /timeline`.',
    returns: TimelineHistogramDto,
    csv: TimelineHistogramDto.table,
    alternatives: { [svgType]: 'The counts as an SVG chart of stacked bars.' },
  })
  async getTimelineHistogram(
    @QueryParams() query: HistogramQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<TimelineHistogramDto | Reply> {
    if (isPicture) return this.renderTimelineHistogram(query, requester);
    const { by: _, theme: __, width: ___, height: ____, ...request } = query;
    return TimelineHistogramDto.from(await this.histograms.read(requester.accountId, request));
  }

  @WithPng()
  @Get('/histogram.svg')
  @Endpoint({
    summary: 'Render a timeline histogram as SVG',
    description:
      'Returns the number of events over time as an SVG chart of stacked bars, divided by severity or type ' + 'group.',
    alternatives: { [svgType]: 'The SVG chart.' },
  })
  async renderTimelineHistogram(
    @QueryParams() query: HistogramQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    const { by, theme, width, height, ...request } = query;
    return picture(await this.histograms.draw(requester, request, by, { theme, width, height }));
  }
}
