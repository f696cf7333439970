import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { PasskeyDto } from './passkey.dto.js';
import { PasskeysService } from './passkeys.service.js';

/** Exports the passkeys of an account, without their public keys. */
@Service()
export class PasskeysData extends AccountData {
  readonly section = 'passkeys';
  readonly description = 'Its passkeys, without their public keys.';
  readonly item = PasskeyDto;

  constructor(private readonly passkeys: PasskeysService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.passkeys.list(accountId)).map(PasskeyDto.from);
  }
}
