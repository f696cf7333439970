import { Service } from 'typedi';
import type { Account } from '../../accounts/account.js';
import { AccountDataSources } from '../../accounts/account-data.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Clock } from '../../clock.js';
import type { Caller, RequestOrigin } from '../../http/caller.js';

export interface AccountExport {
  exportedAt: Date;
  account: Account;
  /** The items of each section, by its name. */
  sections: Record<string, object[]>;
}

/** Collects everything that the service keeps for an account. */
@Service()
export class AccountExportService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly data: AccountDataSources,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Adds to the audit record that the account was exported, by whom and from where. */
  async collect(caller: Caller, { address, requestId }: RequestOrigin): Promise<AccountExport> {
    const { accountId } = caller;
    const account = await this.accounts.get(accountId);
    const sections: Record<string, object[]> = {};
    for (const data of this.data.all) sections[data.section] = await data.read(caller);
    const exportedAt = new Date(this.clock.now());
    await this.audit.append({ actorId: accountId, action: 'user.exported', subject: accountId, address, requestId });
    return { exportedAt, account, sections };
  }
}
