import { Service } from 'typedi';
import { type Account, normalizeEmail } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { Problem } from '../../api/problem.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Database } from '../../database/database.js';
import type { RequestOrigin } from '../../http/caller.js';
import { AuthApi } from '../auth/auth.api.js';

@Service()
export class ProfileService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly auth: AuthApi,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  /** Changes the profile of an account. @throws Problem `precondition_failed`, `email_taken` */
  async change(
    accountId: string,
    changes: { displayName?: string; email?: string },
    origin: RequestOrigin,
    ifMatch?: string,
  ): Promise<Account> {
    const email = changes.email === undefined ? {} : { email: normalizeEmail(changes.email) };
    const displayName = changes.displayName === undefined ? {} : { displayName: changes.displayName };
    return this.database.transaction(async () => {
      const changed = await this.accounts.change(accountId, { ...displayName, ...email }, ifMatch);
      // The audit log records changes of sign-in data, not of data that others see.
      if (changes.email !== undefined) await this.note('user.email_changed', accountId, origin);
      return changed;
    });
  }

  /**
   * Deletes an account.
   * @throws Problem `invalid_request` for a wrong password, `too_many_attempts`, `last_operator`
   */
  async remove(accountId: string, currentPassword: string, origin: RequestOrigin, ifMatch?: string): Promise<void> {
    if (!(await this.auth.confirmPassword(await this.accounts.get(accountId), currentPassword, origin)))
      throw new Problem('invalid_request', {
        detail: 'The account is not deleted: the password is wrong.',
        errors: [{ pointer: '/currentPassword', detail: 'is not the password of this account' }],
      });
    await this.database.transaction(async () => {
      await this.accounts.remove(accountId, ifMatch);
      await this.note('user.deleted', accountId, origin);
    });
  }

  private note(action: string, accountId: string, { address, requestId }: RequestOrigin): Promise<void> {
    return this.audit.append({ actorId: accountId, action, subject: accountId, address, requestId });
  }
}
