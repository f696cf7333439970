import { Service } from 'typedi';
import { AuditLog } from '../../audit/audit-log.js';
import type { RequestOrigin } from '../../http/caller.js';
import { SessionsService } from '../auth/sessions.service.js';
import { type Account, normalizeEmail } from './account.js';
import { AccountsService } from './accounts.service.js';

@Service()
export class ProfileService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLog,
  ) {}

  /** @throws Problem `precondition_failed`, `email_taken` */
  async change(accountId: string, changes: { displayName?: string; email?: string }, origin: RequestOrigin, ifMatch?: string): Promise<Account> {
    const email = changes.email === undefined ? {} : { email: normalizeEmail(changes.email) };
    const displayName = changes.displayName === undefined ? {} : { displayName: changes.displayName };
    const changed = await this.accounts.change(accountId, { ...displayName, ...email }, ifMatch);
    // Who signs in is worth remembering; what others see is not.
    if (changes.email !== undefined) await this.note('user.email_changed', accountId, origin);
    return changed;
  }

  /** @throws Problem `last_operator` */
  async remove(accountId: string, origin: RequestOrigin): Promise<void> {
    await this.accounts.remove(accountId);
    await this.sessions.endAll(accountId);
    await this.note('user.deleted', accountId, origin);
  }

  private note(action: string, accountId: string, { address, requestId }: RequestOrigin): Promise<void> {
    return this.audit.append({ actorId: accountId, action, subject: accountId, address, requestId });
  }
}
