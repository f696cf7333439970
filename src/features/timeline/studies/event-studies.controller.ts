import { Authorized, Body, JsonController, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { PictureQuery, picture, pngType, svgType, WantsPicture } from '../../../http/svg-response.js';
import { EventStudies } from './event-studies.service.js';
import { EventStudyDto, NewEventStudy } from './event-study.dto.js';

@Service()
@Authorized()
@JsonController('/timeline/studies')
export class EventStudiesController {
  constructor(private readonly studies: EventStudies) {}

  @Post('')
  @Endpoint({
    summary: 'Run an event study',
    description:
      'Computes returns of prices or portfolios in windows after the events of a filter, and after random moments of ' +
      'the same calendar. A window begins with the first price after the event: the close of the trading day during ' +
      'which it happened, or else the next open. A portfolio has a value at the end of each weekday (UTC). Events whose ' +
      'windows overlap count once. Results with fewer than 8 cases have no figures. A symbol or portfolio without ' +
      'prices is named in a 422. Nothing is stored.',
    returns: EventStudyDto,
    alternatives: { [svgType]: 'The distributions as an SVG chart.', [pngType]: 'The same chart as PNG.' },
    status: 200,
    lane: 'reads',
    scope: 'read',
    errors: ['unprocessable', 'unavailable', 'overloaded'],
  })
  async runEventStudy(
    @Body() request: NewEventStudy,
    @QueryParams() { theme, width, height }: PictureQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<EventStudyDto | Reply> {
    if (isPicture) return picture(await this.studies.draw(requester, request, { theme, width, height }));
    return EventStudyDto.from(await this.studies.run(requester, request));
  }
}
