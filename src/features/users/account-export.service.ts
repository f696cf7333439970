import { Service } from 'typedi';
import type { Account } from '../../accounts/account.js';
import { type AccountData, AccountDataSources } from '../../accounts/account-data.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { ownTurn } from '../../async/event-loop-turns.js';
import { AuditLog } from '../../audit/audit-log.js';
import type { Caller, RequestOrigin } from '../../http/caller.js';
import { OneAtATime } from '../../http/load/one-at-a-time.js';
import { Clock } from '../../time/clock.js';

/** Some of the items of a section. */
export interface SectionPage {
  section: string;
  items: readonly object[];
}

export interface AccountExport {
  exportedAt: Date;
  account: Account;
  /** All other data, section by section, read while it is consumed; each section has at least one page. */
  pages: AsyncIterable<SectionPage>;
  /** Must be called once when the export has ended; until then the account cannot begin another export. */
  end(): void;
}

/** Collects all data that the service stores for an account. An account can run one export at a time. */
@Service()
export class AccountExportService {
  private readonly running = new OneAtATime('export');

  constructor(
    private readonly accounts: AccountsService,
    private readonly data: AccountDataSources,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins an export. The audit entry is written first, because even a reader that disconnects midway has read data.
   * @throws Problem `conflict` while the account runs another export
   */
  async begin(caller: Caller, { address, requestId }: RequestOrigin): Promise<AccountExport> {
    const { accountId } = caller;
    await this.running.begin(accountId);
    try {
      const account = await this.accounts.get(accountId);
      const exportedAt = new Date(this.clock.now());
      await this.audit.append({ actorId: accountId, action: 'user.exported', subject: accountId, address, requestId });
      return { exportedAt, account, pages: this.pages(caller, requestId), end: () => this.running.end(accountId) };
    } catch (error) {
      this.running.end(accountId);
      throw error;
    }
  }

  private async *pages(caller: Caller, requestId: string): AsyncGenerator<SectionPage> {
    for (const data of this.data.all) {
      yield { section: data.section, items: [] };
      for await (const items of pagesOf(data, caller, requestId)) {
        yield { section: data.section, items };
        await ownTurn();
      }
    }
  }
}

async function* pagesOf(data: AccountData, caller: Caller, requestId: string): AsyncGenerator<object[]> {
  const read = data.read(caller, requestId);
  if (read instanceof Promise) yield await read;
  else yield* read;
}
