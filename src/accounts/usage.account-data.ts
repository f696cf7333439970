import { Service } from 'typedi';
import type { Caller } from '../http/caller.js';
import { AccountData } from './account-data.js';
import { HourlyUsageDto } from './usage.dto.js';
import { UsageRepository } from './usage.repository.js';

/** Exports the usage of an account. The rows are deleted with the account by their foreign key. */
@Service()
export class UsageData extends AccountData {
  readonly section = 'usage';
  readonly description =
    'Requests, streams, model tokens and webhook attempts of the account, by the hour, latest first.';
  readonly item = HourlyUsageDto;
  override readonly maxItems = 1_000;

  constructor(private readonly usage: UsageRepository) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.usage.hours(accountId, this.maxItems)).map(HourlyUsageDto.of);
  }
}
