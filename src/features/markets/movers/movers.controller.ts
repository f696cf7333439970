import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../openapi/endpoint.js';
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
      'Gainers, losers and the most active among a fixed list of much traded names of a kind, which the answer tells: it is no ranking of the whole market. ' +
      'Computed once a minute. Names nobody quotes now are told in `universe.missing` and fail nothing.',
    returns: MoversDto,
  })
  async listMovers(@QueryParams() query: MoversQuery): Promise<MoversDto> {
    return MoversDto.from(await this.movers.read(query.assetClass), query);
  }
}
