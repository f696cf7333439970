import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { WithPng } from '../../../http/png-variant.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType, WantsPicture } from '../../../http/svg-response.js';
import { timeWindow } from '../../../http/time-window.js';
import { locodeParameter } from '../ports/port.dto.js';
import { CongestionQuery, PortCongestionDto } from './congestion.dto.js';
import { type CongestionRequest, CongestionService } from './congestion.service.js';

const params = { locode: locodeParameter };

@Service()
@Authorized()
@JsonController('/geospatial/ports')
export class CongestionController {
  constructor(private readonly congestion: CongestionService) {}

  @Get('/:locode/congestion')
  @Endpoint({
    summary: 'Count ships waiting off a port',
    description:
      'Returns the cargo ships and tankers of class A that wait off a large port by hour or day (UTC), with a ' +
      'baseline: at anchor, or slower than 1 kn and not moored, 6 to 60 km from it, and from no other large port less. ' +
      'An hour without reception is unknown, not zero.',
    returns: PortCongestionDto,
    params,
    alternatives: { [svgType]: 'The waiting ships as an SVG chart of bars with the baseline.' },
    errors: ['not_found', 'overloaded'],
  })
  async getPortCongestion(
    @Param('locode') locode: string,
    @QueryParams() query: CongestionQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<PortCongestionDto | Reply> {
    if (isPicture) return this.renderPortCongestion(locode, query, requester);
    return PortCongestionDto.from(await this.congestion.read(locode, requestOf(query)));
  }

  @WithPng()
  @Get('/:locode/congestion.svg')
  @Endpoint({
    summary: 'Render ships waiting off a port as SVG',
    description: 'Returns the ships that wait off a large port as an SVG chart of bars, with their baseline.',
    params,
    alternatives: { [svgType]: 'The SVG chart.' },
    errors: ['not_found', 'overloaded'],
  })
  async renderPortCongestion(
    @Param('locode') locode: string,
    @QueryParams() query: CongestionQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    const { theme, width, height } = query;
    return picture(await this.congestion.draw(requester, locode, requestOf(query), { theme, width, height }));
  }
}

const requestOf = ({ from, to, interval, shipType }: CongestionQuery): CongestionRequest => ({
  ...timeWindow({ from, to }),
  interval,
  shipType,
});
