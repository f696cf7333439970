import { Service } from 'typedi';
import { type Account, normalizeEmail } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Database } from '../../database/database.js';
import type { RequestOrigin } from '../../http/caller.js';
import { Problem } from '../../http/problem.js';
import { SessionsService } from '../auth/sessions.service.js';
import { SignInService } from '../auth/sign-in.service.js';

@Service()
export class ProfileService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly signIn: SignInService,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  /** @throws Problem `precondition_failed`, `email_taken` */
  async change(accountId: string, changes: { displayName?: string; email?: string }, origin: RequestOrigin, ifMatch?: string): Promise<Account> {
    const email = changes.email === undefined ? {} : { email: normalizeEmail(changes.email) };
    const displayName = changes.displayName === undefined ? {} : { displayName: changes.displayName };
    return this.database.transaction(async () => {
      const changed = await this.accounts.change(accountId, { ...displayName, ...email }, ifMatch);
      // Who signs in is worth remembering; what others see is not.
      if (changes.email !== undefined) await this.note('user.email_changed', accountId, origin);
      return changed;
    });
  }

  /** @throws Problem `invalid_request` for a wrong password, `too_many_attempts`, `last_operator` */
  async remove(accountId: string, currentPassword: string, origin: RequestOrigin): Promise<void> {
    if (!(await this.signIn.confirm(await this.accounts.get(accountId), currentPassword, origin)))
      throw new Problem('invalid_request', {
        detail: 'The account is not deleted: the password is wrong.',
        errors: [{ pointer: '/currentPassword', detail: 'is not the password of this account' }],
      });
    await this.database.transaction(async () => {
      await this.accounts.remove(accountId);
      // Before the end of the transaction: should it fail, the account is signed out and not gone, never the other way round.
      await this.sessions.endAll(accountId);
      await this.note('user.deleted', accountId, origin);
    });
  }

  private note(action: string, accountId: string, { address, requestId }: RequestOrigin): Promise<void> {
    return this.audit.append({ actorId: accountId, action, subject: accountId, address, requestId });
  }
}
