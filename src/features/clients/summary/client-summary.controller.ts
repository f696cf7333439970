import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { ClientSummaryDto, ClientSummaryQuery, summaryTable } from './client-summary.dto.js';
import { ClientSummaryService } from './client-summary.service.js';

@Service()
@Authorized()
@JsonController('/clients/summary')
export class ClientSummaryController {
  constructor(private readonly summaries: ClientSummaryService) {}

  @Get('')
  @Endpoint({
    summary: 'Get the summary of all clients',
    description:
      'Returns assets under management at the latest closing prices in one currency, for each client and in ' +
      'total, with the drift from the target of the mandate and its breaches. The list is complete. As CSV ' +
      'one line for each client. Prices are read at most once a minute.',
    returns: ClientSummaryDto,
    csv: summaryTable,
  })
  async getClientSummary(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { currency }: ClientSummaryQuery,
    @CurrentRequester() { signal }: Requester,
  ): Promise<ClientSummaryDto> {
    return ClientSummaryDto.from(await this.summaries.read(accountId, currency, signal));
  }
}
