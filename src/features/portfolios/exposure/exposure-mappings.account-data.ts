import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { ExposureCorrectionDto } from './exposure-mapping.dto.js';
import { ExposureMappings } from './exposure-mappings.service.js';

/** Exports the corrected exposure mappings of an account. */
@Service()
export class ExposureMappingsData extends AccountData {
  readonly section = 'exposureMappings';
  readonly description = 'The places of symbols that it corrected.';
  readonly item = ExposureCorrectionDto;

  constructor(private readonly mappings: ExposureMappings) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.mappings.list(accountId, this.maxItems)).map(ExposureCorrectionDto.from);
  }
}
