import { Service } from 'typedi';
import { Problem } from '../api/problem.js';
import { AccountsService } from './accounts.service.js';

/** The limit on the number of items of one kind that an account may own. */
export interface OwnedQuota {
  limit: number;
  /** Returns the number of items that the account already owns, read in the caller's transaction. */
  count(): Promise<number>;
  /** Sentence that names the limit and the remedy. */
  detail: string;
}

/** Enforces quotas without race conditions: concurrent creations of one account are counted one after the other. */
@Service()
export class AccountQuota {
  constructor(private readonly accounts: AccountsService) {}

  /**
   * Locks the account until the caller's transaction ends, so that no other transaction can add resources.
   * @throws Problem `quota_reached`
   */
  async check(accountId: string, { limit, count, detail }: OwnedQuota): Promise<void> {
    await this.accounts.hold(accountId);
    if ((await count()) >= limit) throw new Problem('quota_reached', { detail });
  }
}
