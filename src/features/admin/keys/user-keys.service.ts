import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { AuditLog } from '../../../audit/audit-log.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import type { Order } from '../../../time/sort-order.js';
import { AuthApi } from '../../auth/auth.api.js';
import type { PersonalKey } from '../../auth/keys/personal-key.js';
import { entryOf } from '../operator-entry.js';
import { type ReadOrigin, ReadReasons, reasonOf } from '../read-reasons.js';

/**
 * Operations of operators on personal keys of an account. All of them, including reads, are recorded in the audit log.
 */
@Service()
export class UserKeys {
  constructor(
    private readonly accounts: AccountsService,
    private readonly auth: AuthApi,
    private readonly audit: AuditLog,
    private readonly reasons: ReadReasons,
  ) {}

  /**
   * Lists the personal keys of an account.
   * @throws Problem `not_found` for an unknown account, or `invalid_request` if a required reason is missing
   */
  async list(
    operator: Caller,
    accountId: string,
    origin: ReadOrigin,
    limit: number,
    after?: string,
    order?: Order,
  ): Promise<PersonalKey[]> {
    this.reasons.check(origin);
    await this.accounts.get(accountId);
    const keys = await this.auth.listKeys(accountId, limit, after, order);
    await this.audit.append(entryOf(operator, 'user.keys_listed', accountId, origin, reasonOf(origin)));
    return keys;
  }

  /** Deletes a personal key. @throws Problem `not_found` */
  async revoke(operator: Caller, accountId: string, keyId: string, origin: RequestOrigin): Promise<void> {
    await this.accounts.get(accountId);
    await this.auth.revokeKey(accountId, keyId, operator.accountId, origin);
  }
}
