import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { PerformanceDto, PerformanceQuery } from './performance.dto.js';
import { PerformanceService } from './performance.service.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id')
export class PerformanceController {
  constructor(private readonly performance: PerformanceService) {}

  @Get('/performance')
  @Endpoint({
    summary: 'Get the performance of a portfolio',
    description:
      'Returns the return of a period by one of four methods, with the values, flows and sub-periods it is ' +
      'computed from. Every day is valued at closing prices; money paid in counts from the start of its day ' +
      'and money taken out at its end. A return that cannot be computed is null with the reason, never 0.',
    returns: PerformanceDto,
    granted: 'read',
  })
  async getPerformance(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: PerformanceQuery,
    @CurrentRequester() { signal }: Requester,
  ): Promise<PerformanceDto> {
    return PerformanceDto.from(await this.performance.report(accountId, id, query, signal));
  }
}
