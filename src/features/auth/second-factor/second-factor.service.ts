import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { type AuditEntry, AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import { Log } from '../../../logging/log.js';
import { CannotOpen, SecretVault } from '../../../secrets/secret-vault.js';
import { Clock } from '../../../time/clock.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { newRecoveryCode, RECOVERY_CODE_COUNT, recoveryCodeHash } from './recovery-code.js';
import { SecondFactorRepository } from './second-factor.repository.js';
import { counterOfCode, newTotpSecret } from './totp.js';

/** The kind of second factor that was accepted. */
export type FactorKind = 'totp' | 'recovery_code' | 'passkey';

/** Manages the second factor of accounts: codes of an authenticator app (TOTP, RFC 6238) and recovery codes. */
@Service()
export class SecondFactorService {
  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly vault: SecretVault,
    private readonly audit: AuditLog,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Stores a new secret, which takes effect once it is confirmed.
   * @returns the secret in base32
   * @throws Problem `conflict` if a second factor is on
   */
  async enroll(accountId: string): Promise<string> {
    const secret = await newTotpSecret();
    await this.database.transaction(async () => {
      if ((await this.held(accountId)).secondFactorSince !== null) throw alreadyOn();
      await this.factors.put(accountId, this.vault.seal(secret, placeOf(accountId)));
    });
    return secret;
  }

  /**
   * Turns the second factor on with a first code. The account's other sessions end, because they were opened without a
   * second factor.
   * @param sessionId session that does not end
   * @returns the recovery codes
   * @throws Problem `conflict` if it is on or there is no secret, `forbidden` for a wrong code
   */
  async confirm(accountId: string, code: string, sessionId: string, entry: AuditEntry): Promise<string[]> {
    return this.database.transaction(async () => {
      if ((await this.held(accountId)).secondFactorSince !== null) throw alreadyOn();
      if ((await this.factors.secretOf(accountId)) === undefined)
        throw new Problem('conflict', { detail: 'Request a secret first: POST /auth/mfa/totp.' });
      if (!(await this.acceptTotp(accountId, code))) throw refusedCode();
      await this.accounts.change(accountId, { secondFactorSince: new Date(this.clock.now()) });
      await this.sessions.endEverywhere(accountId, sessionId);
      const codes = await this.writeCodes(accountId);
      await this.audit.append(entry);
      return codes;
    });
  }

  /**
   * Turns the second factor on for an account with passkeys, without an authenticator app. Its other sessions end.
   * @param sessionId session that does not end
   * @returns the recovery codes
   * @throws Problem `conflict` if it is on
   */
  async turnOn(accountId: string, sessionId: string, entry: AuditEntry): Promise<string[]> {
    return this.database.transaction(async () => {
      if ((await this.held(accountId)).secondFactorSince !== null) throw alreadyOn();
      await this.factors.remove(accountId);
      await this.accounts.change(accountId, { secondFactorSince: new Date(this.clock.now()) });
      await this.sessions.endEverywhere(accountId, sessionId);
      const codes = await this.writeCodes(accountId);
      await this.audit.append(entry);
      return codes;
    });
  }

  /** Returns true if the second factor is on without an authenticator app, so that only passkeys remain. */
  async needsPasskeys(accountId: string): Promise<boolean> {
    const { secondFactorSince } = await this.accounts.get(accountId);
    return secondFactorSince !== null && (await this.factors.secretOf(accountId)) === undefined;
  }

  /**
   * Replaces all recovery codes in a transaction.
   * @returns the new codes
   * @throws Problem `conflict` if the second factor is off
   */
  async replaceCodes(accountId: string, entry: AuditEntry): Promise<string[]> {
    return this.database.transaction(async () => {
      if ((await this.held(accountId)).secondFactorSince === null) throw notOn();
      const codes = await this.writeCodes(accountId);
      await this.audit.append(entry);
      return codes;
    });
  }

  /** Removes the second factor. @throws Problem `not_found`, or `conflict` if it is off */
  async remove(accountId: string, entry: AuditEntry): Promise<void> {
    await this.database.transaction(async () => {
      if ((await this.held(accountId)).secondFactorSince === null) throw notOn();
      await this.accounts.change(accountId, { secondFactorSince: null });
      await this.factors.remove(accountId);
      await this.audit.append(entry);
    });
  }

  /**
   * Removes the second factor, even an unconfirmed one, for an owner who lost it, and ends every session.
   * @throws Problem `not_found`
   */
  async reset(accountId: string, entry: AuditEntry): Promise<void> {
    await this.database.transaction(async () => {
      await this.held(accountId);
      await this.accounts.change(accountId, { secondFactorSince: null });
      await this.factors.remove(accountId);
      await this.sessions.endEverywhere(accountId);
      await this.audit.append(entry);
    });
  }

  /**
   * Accepts a code once, in the caller's transaction.
   * @returns the kind of the code; undefined if it is wrong or was used before
   */
  async accept(accountId: string, code: string): Promise<FactorKind | undefined> {
    if (/^\d{6}$/.test(code.trim())) return (await this.acceptTotp(accountId, code.trim())) ? 'totp' : undefined;
    return (await this.factors.takeCode(accountId, recoveryCodeHash(accountId, code))) ? 'recovery_code' : undefined;
  }

  /** Returns the number of unused recovery codes of an account. */
  countCodes(accountId: string): Promise<number> {
    return this.factors.countCodes(accountId);
  }

  private async acceptTotp(accountId: string, code: string): Promise<boolean> {
    const sealed = await this.factors.secretOf(accountId);
    const secret = sealed === undefined ? undefined : this.opened(sealed, accountId);
    const counter = secret === undefined ? undefined : await counterOfCode(secret, code, this.clock.now());
    return counter !== undefined && this.factors.advance(accountId, counter);
  }

  /**
   * Decrypts a secret; undefined if the data secret is lost. Recovery codes still work then, and operators can reset
   * the second factor.
   */
  private opened(sealed: string, accountId: string): string | undefined {
    try {
      return this.vault.open(sealed, placeOf(accountId));
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      this.log.error(
        { component: 'auth', accountId, err: error },
        'A second factor cannot be checked: its secret cannot be opened.',
      );
      return undefined;
    }
  }

  private async writeCodes(accountId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
    await this.factors.replaceCodes(
      accountId,
      codes.map((code) => recoveryCodeHash(accountId, code)),
    );
    return codes;
  }

  private async held(accountId: string): Promise<Account> {
    const account = await this.accounts.hold(accountId);
    if (account === undefined) throw new Problem('not_found', { detail: 'There is no account with this id.' });
    return account;
  }
}

/** Returns the place in which the secret of an account is sealed. */
export const placeOf = (accountId: string): string => `totp ${accountId}`;

const alreadyOn = () =>
  new Problem('conflict', { detail: 'The second factor is already on. Turn it off first: POST /auth/mfa/disable.' });

const notOn = () => new Problem('conflict', { detail: 'The second factor is not on.' });

const wrongCode = {
  detail:
    'The code is wrong, has expired, or was used before. Wait for the next code, and check the clock of the device.',
  errors: [{ pointer: '/code', detail: 'is not valid; codes change every 30 seconds' }],
};

/** The problem for a wrong code of a caller who is not signed in yet. */
export const invalidCode = () => new Problem('invalid_code', wrongCode);

/** The problem for a wrong code of a signed-in caller: a 401 would mean that the access token is invalid. */
export const refusedCode = () => new Problem('forbidden', wrongCode);
