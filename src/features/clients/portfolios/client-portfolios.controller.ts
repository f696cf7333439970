import { Authorized, Delete, Get, JsonController, Param, Put } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { ClientPortfolioDto, ClientPortfolioListDto } from './client-portfolio.dto.js';
import { ClientPortfolios } from './client-portfolios.service.js';

@Service()
@Authorized()
@JsonController('/clients/:id/portfolios')
export class ClientPortfoliosController {
  constructor(private readonly portfolios: ClientPortfolios) {}

  @Get('')
  @Endpoint({
    summary: 'List the portfolios of a client',
    description: 'Lists the portfolios, oldest link first.',
    returns: ClientPortfolioListDto,
    granted: 'read',
    isFreeOfAmounts: true,
  })
  async listClientPortfolios(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<ClientPortfolioListDto> {
    return ClientPortfolioListDto.from(await this.portfolios.list(accountId, id));
  }

  @Put('/:portfolioId')
  @Endpoint({
    summary: 'Link a portfolio to a client',
    description:
      'Links one of your portfolios to the client. A portfolio has one client at most, so that totals count ' +
      'it once; a model portfolio has no client. Repeating it changes nothing.',
    returns: ClientPortfolioDto,
    errors: ['conflict', 'unprocessable'],
  })
  async linkClientPortfolio(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('portfolioId') portfolioId: string,
  ): Promise<ClientPortfolioDto> {
    return ClientPortfolioDto.from(await this.portfolios.link(accountId, id, portfolioId));
  }

  @Delete('/:portfolioId')
  @Endpoint({
    summary: 'Unlink a portfolio from a client',
    description:
      'Removes the link; the portfolio stays, without a client. Nothing changes if it is not linked to the ' +
      'client.',
  })
  async unlinkClientPortfolio(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('portfolioId') portfolioId: string,
  ): Promise<void> {
    await this.portfolios.unlink(accountId, id, portfolioId);
  }
}
