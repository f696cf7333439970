import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { ClientPortfolioLinkDto } from './client-portfolio.dto.js';
import { ClientPortfolios } from './client-portfolios.service.js';

/** Exports the links between an account's portfolios and its clients. */
@Service()
export class ClientPortfoliosData extends AccountData {
  readonly section = 'clientPortfolios';
  readonly description = 'The links between its portfolios and clients.';
  readonly item = ClientPortfolioLinkDto;

  constructor(private readonly portfolios: ClientPortfolios) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.portfolios.ofAccount(accountId, this.maxItems)).map(ClientPortfolioLinkDto.from);
  }
}
