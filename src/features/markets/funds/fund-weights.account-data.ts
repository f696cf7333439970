import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { ExportedFundHoldingsDto } from './fund-holdings.dto.js';
import { FundWeightsRepository } from './fund-weights.repository.js';

/** Exports the holdings of funds that an account states. */
@Service()
export class FundWeightsData extends AccountData {
  readonly section = 'fundHoldings';
  readonly description = 'The holdings of funds that it states.';
  readonly item = ExportedFundHoldingsDto;

  constructor(private readonly weights: FundWeightsRepository) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.weights.list(accountId, this.maxItems)).map(ExportedFundHoldingsDto.from);
  }
}
