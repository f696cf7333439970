import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { withoutAmounts } from '../valuation/warnings-without-amounts.js';
import { PortfolioRiskDto, RiskQuery } from './risk.dto.js';
import { RiskService } from './risk.service.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id')
export class RiskController {
  constructor(private readonly risks: RiskService) {}

  @Get('/risk')
  @Endpoint({
    summary: 'Get the risk of a portfolio',
    description:
      'Returns volatility, Sharpe and Sortino ratios, the largest drawdown, value at risk and expected ' +
      'shortfall by three methods, and figures against a benchmark.',
    returns: PortfolioRiskDto,
    granted: 'read',
    isFreeOfAmounts: true,
  })
  async getRisk(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: RiskQuery,
    @CurrentRequester() { signal, hidesAmounts }: Requester,
  ): Promise<PortfolioRiskDto> {
    const report = PortfolioRiskDto.from(await this.risks.report(accountId, id, query, signal));
    return hidesAmounts ? withoutAmounts(report) : report;
  }
}
