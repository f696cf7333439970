import { Authorized, Body, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { NewRebalanceDto, rebalanceOf } from './rebalance.dto.js';
import { RebalanceService } from './rebalance.service.js';
import { RebalancePlanDto } from './rebalance-plan.dto.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id')
export class RebalanceController {
  constructor(private readonly rebalancing: RebalanceService) {}

  @Post('/rebalance')
  @Endpoint({
    summary: 'Plan a rebalancing',
    description:
      'Returns the trades that bring a portfolio to target weights or to a model portfolio, with their ' +
      'fees, the lots that sales take, the weights before and after, and what is not reached and why. A ' +
      'plan, never an order: nothing is traded or stored. Applied at the prices of the plan, the trades ' +
      'bring each traded symbol to its target within one unit and the cost of a trade, unless `unreached` ' +
      'says otherwise, and never use the kept cash. Together holdings and targets are at most 200.',
    returns: RebalancePlanDto,
    status: 200,
    scope: 'read',
    errors: ['unprocessable', 'unavailable', 'overloaded'],
  })
  async rebalancePortfolio(
    @CurrentRequester() requester: Requester,
    @Param('id') id: string,
    @Body() body: NewRebalanceDto,
  ): Promise<RebalancePlanDto> {
    const request = rebalanceOf(body);
    return RebalancePlanDto.from(await this.rebalancing.plan(requester, id, request), request.rules);
  }
}
