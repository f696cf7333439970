import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { IdentitiesService } from './identities.service.js';
import { IdentityDto } from './oidc.dto.js';

/** Exports the identities at providers that sign in to an account. */
@Service()
export class IdentitiesData extends AccountData {
  readonly section = 'identities';
  readonly description = 'Its identities at OpenID Connect providers.';
  readonly item = IdentityDto;

  constructor(private readonly identities: IdentitiesService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.identities.list(accountId)).map(IdentityDto.from);
  }
}
