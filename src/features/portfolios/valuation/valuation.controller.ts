import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { CashListDto, HoldingListDto, ValuationDto, ValuationQuery } from './valuation.dto.js';
import { ValuationService } from './valuation.service.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id')
export class ValuationController {
  constructor(private readonly valuations: ValuationService) {}

  @Get('/holdings')
  @Endpoint({
    summary: 'List holdings',
    description:
      'Returns the units of each symbol at the end of a day, with cost, price, value and weight, the ' +
      'largest value first. Closing prices are unadjusted.',
    returns: HoldingListDto,
    granted: 'read',
  })
  async listHoldings(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: ValuationQuery,
    @CurrentRequester() { signal }: Requester,
  ): Promise<HoldingListDto> {
    return HoldingListDto.from(await this.valuations.read(accountId, id, query, signal));
  }

  @Get('/cash')
  @Endpoint({
    summary: 'List cash balances',
    description:
      'Returns the cash of each currency at the end of a day. Empty for a portfolio that does not keep cash.',
    returns: CashListDto,
    granted: 'read',
  })
  async listCashBalances(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: ValuationQuery,
    @CurrentRequester() { signal }: Requester,
  ): Promise<CashListDto> {
    return CashListDto.from(await this.valuations.read(accountId, id, query, signal));
  }

  @Get('/valuation')
  @Endpoint({
    summary: 'Value a portfolio',
    description:
      'Returns the value at the end of any past day in any currency. Exchange rates are the closing rates ' +
      'of the day; where there is no direct rate, they are crossed through the US dollar.',
    returns: ValuationDto,
    granted: 'read',
  })
  async getValuation(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: ValuationQuery,
    @CurrentRequester() { signal }: Requester,
  ): Promise<ValuationDto> {
    return ValuationDto.from(await this.valuations.read(accountId, id, query, signal));
  }
}
