import { Service } from 'typedi';
import { AccountData } from '../../accounts/account-data.js';
import type { Caller } from '../../http/caller.js';
import { SubscriptionDto } from './subscription.dto.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** The subscriptions of an account. */
@Service()
export class SubscriptionsData extends AccountData {
  readonly section = 'subscriptions';
  readonly description = 'Subscriptions of the account.';
  readonly item = SubscriptionDto;

  constructor(private readonly subscriptions: SubscriptionsService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.subscriptions.list(accountId, this.maxItems)).map(SubscriptionDto.from);
  }
}
