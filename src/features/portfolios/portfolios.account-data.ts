import { Service } from 'typedi';
import { AccountData } from '../../accounts/account-data.js';
import type { Caller } from '../../http/caller.js';
import { PortfolioDto } from './portfolio.dto.js';
import { PortfoliosService } from './portfolios.service.js';

/** The portfolios of an account. */
@Service()
export class PortfoliosData extends AccountData {
  readonly section = 'portfolios';
  readonly description = 'Portfolios, without their transactions.';
  readonly item = PortfolioDto;

  constructor(private readonly portfolios: PortfoliosService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.portfolios.list(accountId, this.maxItems)).map(PortfolioDto.from);
  }
}
