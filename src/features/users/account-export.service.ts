import { Service } from 'typedi';
import { AuditLog, type RecordedAuditEntry } from '../../audit/audit-log.js';
import { Clock } from '../../clock.js';
import type { Caller } from '../../http/caller.js';
import type { Session } from '../auth/session.js';
import { SessionsService } from '../auth/sessions.service.js';
import type { Account } from './account.js';
import { AccountsService } from './accounts.service.js';

const MAX_ACTIVITY = 10_000;

export interface AccountExport {
  exportedAt: Date;
  account: Account;
  sessions: Session[];
  currentSessionId: string;
  activity: RecordedAuditEntry[];
}

@Service()
export class AccountExportService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async collect({ accountId, sessionId }: Caller): Promise<AccountExport> {
    const account = await this.accounts.get(accountId);
    const sessions = await this.sessions.list(accountId);
    const activity = await this.audit.list({ actorId: accountId, subject: accountId }, MAX_ACTIVITY);
    return { exportedAt: new Date(this.clock.now()), account, sessions, currentSessionId: sessionId, activity };
  }
}
