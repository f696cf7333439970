import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { PersonalKeyDto } from './personal-key.dto.js';
import { PersonalKeysService } from './personal-keys.service.js';

/** Exports the personal keys of an account, without the keys themselves. */
@Service()
export class PersonalKeysData extends AccountData {
  readonly section = 'personalKeys';
  readonly description = 'Its personal keys that have not expired, without the keys themselves.';
  readonly item = PersonalKeyDto;

  constructor(private readonly keys: PersonalKeysService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.keys.list(accountId, this.maxItems)).map(PersonalKeyDto.from);
  }
}
