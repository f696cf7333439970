import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { MandateDto } from './mandate.dto.js';
import { MandateRepository } from './mandate.repository.js';

/** Exports the mandates of an account's clients. */
@Service()
export class MandatesData extends AccountData {
  readonly section = 'clientMandates';
  readonly description = 'Mandates with targets and restrictions.';
  readonly item = MandateDto;

  constructor(private readonly mandates: MandateRepository) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.mandates.ofAccount(accountId, this.maxItems)).map(MandateDto.from);
  }
}
