import { Service } from 'typedi';
import { AccountData } from '../accounts/account-data.js';
import type { Caller } from '../http/caller.js';
import { ActivityDto } from './activity.dto.js';
import { AuditLog } from './audit-log.js';

/** The audit entries of an account. They outlive it: an audit record is append-only. */
@Service()
export class ActivityData extends AccountData {
  readonly section = 'activity';
  readonly description = 'Audit entries by or about the account, newest first.';
  readonly item = ActivityDto;
  override readonly maxItems = 10_000;

  constructor(private readonly audit: AuditLog) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.audit.list({ actorId: accountId, subject: accountId }, this.maxItems)).map(ActivityDto.from);
  }
}
