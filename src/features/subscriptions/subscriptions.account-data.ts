import { Service } from 'typedi';
import { AccountData } from '../../accounts/account-data.js';
import type { Caller } from '../../http/caller.js';
import { SubscriptionDto } from './subscription.dto.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { SubscriptionsService } from './subscriptions.records.js';

/** Exports the subscriptions of an account, and deletes their waiting events with the account. */
@Service()
export class SubscriptionsData extends AccountData {
  readonly section = 'subscriptions';
  readonly description = 'Subscriptions of the account.';
  readonly item = SubscriptionDto;

  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly repository: SubscriptionRepository,
  ) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.subscriptions.list(accountId, this.maxItems)).map(SubscriptionDto.from);
  }

  /**
   * Events that wait to be mailed are deleted first, in batches, because one statement for all of them could exceed its
   * time limit.
   */
  override removeSome(accountId: string, limit: number): Promise<number> {
    return this.repository.removeMailsOf(accountId, limit);
  }
}
