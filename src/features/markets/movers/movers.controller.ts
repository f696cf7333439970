import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { MoversDto, MoversQuery } from './movers.dto.js';
import { MoversService } from './movers.service.js';

@Service()
@Authorized()
@JsonController('/markets/movers')
export class MoversController {
  constructor(private readonly movers: MoversService) {}

  @Get('')
  @Endpoint({
    summary: 'List top movers',
    description:
      'Returns gainers, losers and the most active instruments of a fixed list of heavily traded names, ' +
      'which `universe` contains; this is not a ranking of the whole market. Updated once a minute. Symbols ' +
      'without a current quote are listed in `universe.missing`.',
    returns: MoversDto,
  })
  async listMovers(@QueryParams() query: MoversQuery): Promise<MoversDto> {
    return MoversDto.from(await this.movers.read(query.assetClass), query);
  }
}
