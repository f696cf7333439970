import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { AddressAttempts } from '../../../http/rate-limit/address-attempts.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { type SignInAttempt, SignInThrottle } from './sign-in-throttle.js';

/** Checks passwords and limits how often they can be guessed. */
@Service()
export class PasswordCheck {
  constructor(
    private readonly accounts: AccountsService,
    private readonly hasher: PasswordHasher,
    private readonly throttle: SignInThrottle,
    private readonly addresses: AddressAttempts,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Returns the account with this address and password.
   * @param email as `normalizeEmail` returns it
   * @throws Problem `invalid_credentials` (the same for an unknown address, a wrong password and a disabled account),
   * `too_many_attempts`
   */
  async identify(email: string, password: string, origin: RequestOrigin): Promise<Account> {
    const attempt = await this.throttle.begin(email, () => this.noteBlocked(email, origin));
    const { account, right } = await this.judge(attempt, async () => {
      const account = await this.accounts.findByEmail(email);
      // An unknown address costs the same time as a wrong password.
      const right = await (account === undefined
        ? this.hasher.verifyDummy(password)
        : this.hasher.verify(password, account.passwordHash));
      return { account, right };
    });
    if (!right || account === undefined || account.disabledAt !== null) throw invalidCredentials();
    await attempt.succeeded();
    return account;
  }

  /** Whether the password is the account's. @throws Problem `too_many_attempts` */
  async confirm(account: Account, password: string, origin: RequestOrigin): Promise<boolean> {
    await this.addresses.count('sign-in', origin.address);
    const attempt = await this.throttle.begin(account.email, () => this.noteBlocked(account.email, origin));
    const right = await this.judge(attempt, () => this.hasher.verify(password, account.passwordHash));
    if (right) await attempt.succeeded();
    return right;
  }

  /**
   * Whether `password`, which was correct for `verified`, is still correct: it may have been changed or only rehashed
   * since.
   */
  async isStill(account: Account, verified: Account, password: string): Promise<boolean> {
    return account.passwordHash === verified.passwordHash || this.hasher.verify(password, account.passwordHash);
  }

  /** Returns the hash to store instead of the account's, which has outdated parameters; otherwise undefined. */
  async rehashed({ passwordHash }: Account, password: string): Promise<string | undefined> {
    return this.hasher.needsRehash(passwordHash) ? this.hasher.hash(password) : undefined;
  }

  /** Takes the attempt back if the password could not be checked, for lack of capacity or because of the database. */
  private async judge<T>(attempt: SignInAttempt, verify: () => Promise<T>): Promise<T> {
    try {
      return await verify();
    } catch (error) {
      await attempt.undo();
      throw error;
    }
  }

  /**
   * Records in the audit log that guessing at an account was blocked, so that its owner sees it. Nothing is recorded
   * for addresses without an account.
   */
  private async noteBlocked(email: string, { address, requestId }: RequestOrigin): Promise<void> {
    const account = await this.accounts.findByEmail(email);
    if (account !== undefined)
      await this.audit.append({
        actorId: null,
        action: 'user.sign_in_blocked',
        subject: account.id,
        address,
        requestId,
      });
  }
}

export const invalidCredentials = () =>
  new Problem('invalid_credentials', { detail: 'Check the e-mail address and the password.' });
