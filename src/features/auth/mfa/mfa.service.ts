import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import type { AuditEntry } from '../../../audit/audit-log.js';
import { AuthConfig } from '../../../config/auth-config.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { otpauthUri, qrCodeSvg } from '../second-factor/totp.js';
import { CodeCheck } from '../sign-in/code-check.service.js';
import { PasswordCheck } from '../sign-in/password-check.service.js';

export interface MfaStatus {
  enabled: boolean;
  required: boolean;
  enabledAt: Date | null;
  recoveryCodeCount: number;
}

export interface TotpSecret {
  secret: string;
  uri: string;
  qrSvg: string;
}

/**
 * Lets an account manage its own second factor. To add or remove it requires the password again, so that a stolen
 * session is not enough.
 */
@Service()
export class MfaService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly factors: SecondFactorService,
    private readonly passwords: PasswordCheck,
    private readonly codes: CodeCheck,
    private readonly config: AuthConfig,
  ) {}

  async status(accountId: string): Promise<MfaStatus> {
    const { role, secondFactorSince } = await this.accounts.get(accountId);
    const recoveryCodeCount = await this.factors.countCodes(accountId);
    return {
      enabled: secondFactorSince !== null,
      required: this.config.requiresMfa(role),
      enabledAt: secondFactorSince,
      recoveryCodeCount,
    };
  }

  /**
   * Stores a new secret that takes effect after `confirm`.
   * @throws Problem `forbidden` for a wrong password, `conflict` if a second factor is on, `too_many_attempts`
   */
  async enroll({ accountId }: Caller, password: string, origin: RequestOrigin): Promise<TotpSecret> {
    const { email } = await this.confirmed(accountId, password, origin);
    const secret = await this.factors.enroll(accountId);
    const uri = await otpauthUri(secret, email);
    return { secret, uri, qrSvg: await qrCodeSvg(uri) };
  }

  /**
   * Turns the second factor on with a first code.
   * @returns the recovery codes
   * @throws Problem `forbidden` for a wrong code, `conflict`
   */
  confirm({ accountId, credentialId }: Caller, code: string, origin: RequestOrigin): Promise<string[]> {
    return this.factors.confirm(accountId, code, credentialId, entryOf(accountId, 'user.mfa_enabled', origin));
  }

  /**
   * Turns the second factor off.
   * @throws Problem `forbidden` for a wrong password or code, `conflict`, `too_many_attempts`
   */
  async disable(caller: Caller, password: string, code: string, origin: RequestOrigin): Promise<void> {
    await this.confirmedTwice(caller, password, code, origin);
    await this.factors.remove(caller.accountId, entryOf(caller.accountId, 'user.mfa_disabled', origin));
  }

  /**
   * Replaces the recovery codes.
   * @returns the new codes
   * @throws Problem `forbidden` for a wrong password or code, `conflict`, `too_many_attempts`
   */
  async replaceCodes(caller: Caller, password: string, code: string, origin: RequestOrigin): Promise<string[]> {
    await this.confirmedTwice(caller, password, code, origin);
    return this.factors.replaceCodes(
      caller.accountId,
      entryOf(caller.accountId, 'user.recovery_codes_replaced', origin),
    );
  }

  private async confirmedTwice(
    { accountId }: Caller,
    password: string,
    code: string,
    origin: RequestOrigin,
  ): Promise<void> {
    const { secondFactorSince } = await this.confirmed(accountId, password, origin);
    if (secondFactorSince === null) throw new Problem('conflict', { detail: 'The second factor is not on.' });
    await this.codes.confirm(accountId, code, origin);
  }

  private async confirmed(accountId: string, password: string, origin: RequestOrigin): Promise<Account> {
    const account = await this.accounts.get(accountId);
    if (await this.passwords.confirm(account, password, origin)) return account;
    throw new Problem('forbidden', {
      detail: 'The password is wrong.',
      errors: [{ pointer: '/password', detail: 'is not the password of this account' }],
    });
  }
}

function entryOf(accountId: string, action: string, { address, requestId }: RequestOrigin): AuditEntry {
  return { actorId: accountId, action, subject: accountId, address, requestId };
}
