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
    summary: 'Count ships waiting off a port',
    description:
      'Returns the cargo ships and tankers of class A that wait off a large port by hour or day (UTC), with a ' +
      'baseline: at anchor, or slower than 1 kn and not moored, 6 to 60 km from it, and from no other large port less. ' +
      'An hour without reception is unknown, not zero.',
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
