import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import type { AuditEntry } from '../../../audit/audit-log.js';
import { AuthConfig } from '../../../config/auth-config.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import { PasskeyRepository } from '../credentials/passkey.repository.js';
import { Reauthentication } from '../credentials/reauthentication.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { otpauthUri, qrCodeSvg } from '../second-factor/totp.js';
import { CodeCheck } from '../sign-in/code-check.service.js';

export interface MfaStatus {
  enabled: boolean;
  required: boolean;
  enabledAt: Date | null;
  recoveryCodeCount: number;
  /** Second factors that are accepted after the password; empty while it is off. */
  methods: ReadonlyArray<'totp' | 'passkey'>;
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
    private readonly reauthentication: Reauthentication,
    private readonly passkeys: PasskeyRepository,
    private readonly codes: CodeCheck,
    private readonly config: AuthConfig,
  ) {}

  async status(accountId: string): Promise<MfaStatus> {
    const { role, secondFactorSince } = await this.accounts.get(accountId);
    const recoveryCodeCount = await this.factors.countCodes(accountId);
    const isOn = secondFactorSince !== null;
    const hasPasskeys = isOn && (await this.passkeys.count(accountId)) > 0;
    const hasApp = isOn && !(await this.factors.needsPasskeys(accountId));
    return {
      methods: [...(hasApp ? (['totp'] as const) : []), ...(hasPasskeys ? (['passkey'] as const) : [])],
      enabled: isOn,
      required: this.config.requiresMfa(role),
      enabledAt: secondFactorSince,
      recoveryCodeCount,
    };
  }

  /**
   * Stores a new secret that takes effect after `confirm`.
   * @throws Problem `forbidden` for a wrong password, `conflict` if a second factor is on, `too_many_attempts`
   */
  async enroll(caller: Caller, password: string | undefined, origin: RequestOrigin): Promise<TotpSecret> {
    const { accountId } = caller;
    const { email } = await this.reauthentication.confirmStrictly(caller, password, origin);
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
   * Turns the second factor on for an account with passkeys, without an authenticator app.
   * @returns the recovery codes
   * @throws Problem `conflict` without a passkey, or if the second factor is on; those of `Reauthentication`
   */
  async enablePasskeys(caller: Caller, password: string | undefined, origin: RequestOrigin): Promise<string[]> {
    const { accountId, credentialId } = caller;
    await this.reauthentication.confirmStrictly(caller, password, origin);
    if ((await this.passkeys.count(accountId)) === 0)
      throw new Problem('conflict', { detail: 'Add a passkey first: POST /auth/passkeys/registration.' });
    const entry = { ...entryOf(accountId, 'user.mfa_enabled', origin), detail: { secondFactor: 'passkey' } };
    return this.factors.turnOn(accountId, credentialId, entry);
  }

  /**
   * Turns the second factor off.
   * @throws Problem `forbidden` for a wrong password or code, `conflict`, `too_many_attempts`
   */
  async disable(caller: Caller, password: string | undefined, code: string, origin: RequestOrigin): Promise<void> {
    await this.confirmedTwice(caller, password, code, origin);
    await this.factors.remove(caller.accountId, entryOf(caller.accountId, 'user.mfa_disabled', origin));
  }

  /**
   * Replaces the recovery codes.
   * @returns the new codes
   * @throws Problem `forbidden` for a wrong password or code, `conflict`, `too_many_attempts`
   */
  async replaceCodes(
    caller: Caller,
    password: string | undefined,
    code: string,
    origin: RequestOrigin,
  ): Promise<string[]> {
    await this.confirmedTwice(caller, password, code, origin);
    return this.factors.replaceCodes(
      caller.accountId,
      entryOf(caller.accountId, 'user.recovery_codes_replaced', origin),
    );
  }

  private async confirmedTwice(
    caller: Caller,
    password: string | undefined,
    code: string,
    origin: RequestOrigin,
  ): Promise<void> {
    const { secondFactorSince } = await this.reauthentication.confirmStrictly(caller, password, origin);
    if (secondFactorSince === null) throw new Problem('conflict', { detail: 'The second factor is not on.' });
    await this.codes.confirm(caller.accountId, code, origin);
  }
}

function entryOf(accountId: string, action: string, { address, requestId }: RequestOrigin): AuditEntry {
  return { actorId: accountId, action, subject: accountId, address, requestId };
}
