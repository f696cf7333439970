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
  change(accountId: string, changes: { displayName?: string; email?: string }, ifMatch?: string): Promise<Account> {
    const email = changes.email === undefined ? {} : { email: normalizeEmail(changes.email) };
    const displayName = changes.displayName === undefined ? {} : { displayName: changes.displayName };
    return this.accounts.change(accountId, { ...displayName, ...email }, ifMatch);
  }

  /** @throws Problem `last_operator` */
  async remove(accountId: string, origin: RequestOrigin): Promise<void> {
    await this.accounts.remove(accountId);
    await this.sessions.endAll(accountId);
    await this.audit.append({ actorId: accountId, action: 'user.deleted', subject: accountId, address: origin.address, requestId: origin.requestId });
  }
}
