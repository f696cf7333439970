import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import type { Caller } from '../../../http/caller.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { ExportedMfaDto } from './mfa.dto.js';

/** Exports whether an account has a second factor, without its secret and codes. */
@Service()
export class MfaData extends AccountData {
  readonly section = 'secondFactor';
  readonly description = 'The second factor, if it is on, without its secret and its recovery codes.';
  readonly item = ExportedMfaDto;
  override readonly maxItems = 1;

  constructor(
    private readonly accounts: AccountsService,
    private readonly factors: SecondFactorService,
  ) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    const { secondFactorSince } = await this.accounts.get(accountId);
    if (secondFactorSince === null) return [];
    const recoveryCodeCount = await this.factors.countCodes(accountId);
    return [
      Object.assign(new ExportedMfaDto(), {
        type: (await this.factors.needsPasskeys(accountId)) ? 'passkey' : 'totp',
        enabledAt: secondFactorSince.toISOString(),
        recoveryCodeCount,
      }),
    ];
  }
}
