import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { timeWindow } from '../../../http/time-window.js';
import { locodeParameter } from '../ports/port.dto.js';
import { CongestionQuery, PortCongestionDto } from './congestion.dto.js';
import { CongestionService } from './congestion.service.js';

@Service()
@Authorized()
@JsonController('/geospatial/ports')
export class CongestionController {
  constructor(private readonly congestion: CongestionService) {}

  @Get('/:locode/congestion')
  @Endpoint({
    summary: 'Count ships waiting off a port over time',
    description:
      'Returns the cargo ships and tankers that wait off a large port by hour or day (UTC), with a baseline. Once an ' +
      'hour, ships of class A count that are at anchor, or slower than 1 kn and not moored, if the port is the nearest ' +
      'large one, at most 60 km away, and they are outside the 6 km of its berths. An hour without reception near the ' +
      'port is unknown, not zero. Counts are kept for three years.',
    returns: PortCongestionDto,
    params: { locode: locodeParameter },
    errors: ['not_found'],
  })
  async getPortCongestion(
    @Param('locode') locode: string,
    @QueryParams() { from, to, interval, shipType }: CongestionQuery,
  ): Promise<PortCongestionDto> {
    return PortCongestionDto.from(
      await this.congestion.read(locode, { ...timeWindow({ from, to }), interval, shipType }),
    );
  }
}
