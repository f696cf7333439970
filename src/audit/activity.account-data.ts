import { Service } from 'typedi';
import { AccountData } from '../accounts/account-data.js';
import type { Caller } from '../http/caller.js';
import { ActivityDto } from './activity.dto.js';
import { AuditLog } from './audit-log.js';

/** Number of entries in one query. */
const PAGE = 500;

/** Exports the audit entries of an account. They are not deleted with it, because the audit log is append-only. */
@Service()
export class ActivityData extends AccountData {
  readonly section = 'activity';
  readonly description = 'Audit entries by or about the account, newest first.';
  readonly item = ActivityDto;
  override readonly maxItems = 10_000;

  constructor(private readonly audit: AuditLog) {
    super();
  }

  async *read({ accountId }: Caller, requestId: string): AsyncGenerator<object[]> {
    let after: number | undefined;
    for (let left = this.maxItems, count = PAGE; left > 0 && count === PAGE; ) {
      const page = await this.audit.list({ actorId: accountId, subject: accountId }, PAGE, after);
      const entries = page.filter((entry) => entry.requestId !== requestId).slice(0, left);
      yield entries.map((entry) => ActivityDto.from(entry, accountId));
      left -= entries.length;
      count = page.length;
      after = page.at(-1)?.sequence;
    }
  }
}
