import { Authorized, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { DemoPortfoliosDto } from './demonstration.dto.js';
import { DemonstrationService } from './demonstration.service.js';

@Service()
@Authorized()
@JsonController('/portfolios')
export class DemonstrationController {
  constructor(private readonly demonstrations: DemonstrationService) {}

  @Post('/demo')
  @Endpoint({
    summary: 'Create the demonstration portfolios',
    description:
      'Creates a portfolio of made-up transactions since January 2023 (deposits, purchases, sales, ' +
      'dividends, splits and fees in four currencies) at the market prices of their days, and a model ' +
      'portfolio to rebalance it to. An account has one of each: a further call returns them unchanged, and ' +
      'creates again what was deleted.',
    returns: DemoPortfoliosDto,
    status: 200,
    errors: ['quota_reached', 'unavailable'],
  })
  async createDemoPortfolios(
    @CurrentCaller() { accountId }: Caller,
    @CurrentRequester() { signal }: Requester,
  ): Promise<DemoPortfoliosDto> {
    return DemoPortfoliosDto.from(await this.demonstrations.open(accountId, signal));
  }
}
