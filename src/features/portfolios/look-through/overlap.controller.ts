import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { HoldingOverlapDto, OverlapQuery } from './overlap.dto.js';
import { OverlapsService } from './overlaps.service.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id/overlap')
export class OverlapController {
  constructor(private readonly overlaps: OverlapsService) {}

  @Get('')
  @Endpoint({
    summary: 'Get the overlap of the holdings of a portfolio',
    description:
      'Returns the instruments that a portfolio holds in several ways, directly or through its funds, and the ' +
      'overlap of each pair of its funds, by the holdings of `GET /markets/funds/{symbol}/holdings`. Holdings ' +
      'without a symbol cannot be compared and do not count as overlap.',
    returns: HoldingOverlapDto,
  })
  async getHoldingOverlap(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: OverlapQuery,
  ): Promise<HoldingOverlapDto> {
    return HoldingOverlapDto.from(await this.overlaps.read(accountId, id, query));
  }
}
