import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { SubscriptionRepository } from '../subscription.repository.js';
import { SubscriptionsService } from '../subscriptions.records.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

/** Stops mails for their receivers, who need not sign in. */
@Service()
export class UnsubscribeService {
  constructor(
    private readonly tokens: UnsubscribeTokens,
    private readonly repository: SubscriptionRepository,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  /**
   * Returns the name of the token's subscription; undefined if it no longer sends mail.
   * @throws Problem `not_found` for an invalid token
   */
  async nameOf(token: string): Promise<string | undefined> {
    return (await this.mailed(token))?.name;
  }

  /**
   * Stops the mails of a subscription by changing its channel to `stream`. Repeating this has no effect.
   * @throws Problem `not_found` for an invalid token
   */
  async stop(token: string): Promise<void> {
    const mailed = await this.mailed(token);
    if (mailed !== undefined)
      await this.subscriptions.change(mailed.accountId, mailed.id, { delivery: { channel: 'stream' } });
  }

  private async mailed(token: string) {
    const id = this.tokens.read(token);
    if (id === undefined)
      throw new Problem('not_found', {
        detail: 'This is not an unsubscribe link of this service. Use the whole link from the mail.',
      });
    const [found] = await this.repository.placed([id]);
    return found?.channel === 'email' ? found : undefined;
  }
}
