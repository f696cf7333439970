import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { hasPassword } from '../passwords/unusable-password.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { PasswordCheck } from '../sign-in/password-check.service.js';

/** A session that began within this time (ms) needs no further confirmation. */
const FRESH_MS = 10 * MINUTE_MS;

/**
 * Confirms changes of how an account signs in: by the password, or by a sign-in of the last ten minutes. An account
 * without a password can only sign in again, and an old stolen session is not enough.
 */
@Service()
export class Reauthentication {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly passwords: PasswordCheck,
    private readonly clock: Clock,
  ) {}

  /**
   * Confirms that the caller is the owner of the account.
   * @returns the account
   * @throws Problem `reauthentication_required`, `forbidden` for a wrong password, `too_many_attempts`
   */
  async confirm(
    { accountId, credentialId }: Caller,
    password: string | undefined,
    origin: RequestOrigin,
  ): Promise<Account> {
    const account = await this.accounts.get(accountId);
    if (password !== undefined) {
      if (await this.passwords.confirm(account, password, origin)) return account;
      throw new Problem('forbidden', {
        detail: 'The password is wrong.',
        errors: [{ pointer: '/password', detail: 'is not the password of this account' }],
      });
    }
    const session = await this.sessions.present(credentialId);
    if (session !== undefined && this.clock.now() - session.createdAt <= FRESH_MS) return account;
    throw new Problem('reauthentication_required', {
      detail: 'Send the password, or sign in again and repeat this within ten minutes.',
    });
  }

  /**
   * Confirms a change of the second factor: by the password if the account has one, otherwise as `confirm` does.
   * @returns the account
   * @throws as `confirm`
   */
  async confirmStrictly(caller: Caller, password: string | undefined, origin: RequestOrigin): Promise<Account> {
    const { passwordHash } = await this.accounts.get(caller.accountId);
    if (password !== undefined || !hasPassword(passwordHash)) return this.confirm(caller, password, origin);
    throw new Problem('reauthentication_required', { detail: 'Send the password of the account.' });
  }
}
