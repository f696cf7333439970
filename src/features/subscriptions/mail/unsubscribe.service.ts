import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { SubscriptionRepository } from '../subscription.repository.js';
import { SubscriptionsService } from '../subscriptions.service.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

/** Turns mails off for their receivers, who need not sign in for it. */
@Service()
export class UnsubscribeService {
  constructor(
    private readonly tokens: UnsubscribeTokens,
    private readonly repository: SubscriptionRepository,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  /**
   * @returns the name of the subscription; undefined when it sends no mail (any more)
   * @throws Problem `not_found` for a token that was never made here
   */
  async nameOf(token: string): Promise<string | undefined> {
    return (await this.mailed(token))?.name;
  }

  /**
   * The subscription stays, with the channel `stream`. Repeating it has no effect.
   * @throws Problem `not_found` for a token that was never made here
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
