import { Authorized, Body, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { ProposalAcceptanceDto, ProposalAcceptanceResultDto, TransactionProposalListDto } from './proposals.dto.js';
import { ProposalsService } from './proposals.service.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id/proposals')
export class ProposalsController {
  constructor(private readonly proposals: ProposalsService) {}

  @Get('')
  @Endpoint({
    summary: 'List proposed transactions',
    lane: 'reads',
    description:
      'Returns the dividends and splits of the holdings of one of your portfolios that its ledger does not ' +
      'contain. A dividend counts as booked if the ledger has one of the symbol between three days ' +
      'before the ex-day and three weeks after the payment, a split within a week of its day. Amounts are gross, for ' +
      'the units held before the ex-day. Nothing is booked until you accept it.',
    returns: TransactionProposalListDto,
    granted: 'read',
  })
  async listTransactionProposals(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<TransactionProposalListDto> {
    return TransactionProposalListDto.from(await this.proposals.list(accountId, id));
  }

  @Post('/accept')
  @Endpoint({
    summary: 'Accept proposed transactions',
    description:
      'Adds proposals as transactions, all or none, and returns the transactions. You can change them afterwards, ' +
      'for example to add the tax. An id that is not a proposal now is a 422. A proposal is booked once, also if it ' +
      'is accepted twice at the same time.',
    returns: ProposalAcceptanceResultDto,
    idempotent: true,
    errors: ['quota_reached', 'unprocessable'],
    granted: 'write',
  })
  async acceptTransactionProposals(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() { ids }: ProposalAcceptanceDto,
  ): Promise<ProposalAcceptanceResultDto> {
    return ProposalAcceptanceResultDto.from(await this.proposals.accept(accountId, id, ids));
  }
}
