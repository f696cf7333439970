import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { WithPng } from '../../../http/png-variant.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType, WantsPicture } from '../../../http/svg-response.js';
import { AllocationDto, AllocationQuery } from './allocation.dto.js';
import { AllocationService } from './allocation.service.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id')
export class AllocationController {
  constructor(private readonly allocations: AllocationService) {}

  @Get('/allocation')
  @Endpoint({
    summary: 'Get the allocation of a portfolio',
    description:
      'Returns the value of a portfolio at the end of a day by asset class, currency, sector or country of ' +
      'its instruments. Cash is a separate group; when grouped by currency, it belongs to its currency. ' +
      'Instruments without this attribute are in the group `unknown`. With `lookThrough`, funds are replaced by what they ' +
      'hold, with the age of each list of holdings and the fraction that stays unknown.',
    returns: AllocationDto,
    alternatives: { [svgType]: 'The weights as an SVG bar chart.' },
    granted: 'read',
  })
  async getAllocation(
    @Param('id') id: string,
    @QueryParams() query: AllocationQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<AllocationDto | Reply> {
    if (isPicture) return this.renderAllocation(id, query, requester);
    const { by, lookThrough, asOf, currency } = query;
    const request = { by, lookThrough, asOf, currency };
    return AllocationDto.from(await this.allocations.read(requester.accountId, id, request, requester.signal));
  }

  @WithPng()
  @Get('/allocation.svg')
  @Endpoint({
    summary: 'Render the allocation of a portfolio as SVG',
    description: 'Returns the weights of asset classes, currencies, sectors or countries as an SVG bar chart.',
    alternatives: { [svgType]: 'The SVG chart.' },
    granted: 'read',
    isFreeOfAmounts: true,
  })
  async renderAllocation(
    @Param('id') id: string,
    @QueryParams() { by, lookThrough, asOf, currency, theme, width, height }: AllocationQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    const request = { by, lookThrough, asOf, currency };
    return picture(await this.allocations.draw(requester, id, request, { theme, width, height }));
  }
}
