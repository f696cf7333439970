import { Service } from 'typedi';
import { EventLog } from '../../../events/event-log.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { Clock } from '../../../time/clock.js';
import { ChannelMatching } from '../channel-matching.js';
import { SubscriptionRepository } from '../subscription.repository.js';
import { batchOf } from './mail-batch.js';
import type { NewMail } from './mail-queue.repository.js';

/** A test event is delivered only to its endpoint. */
const WEBHOOK_TEST = 'webhook.test';

/** Selects the events that are mailed for subscriptions. */
@Service()
export class MailMatching {
  private readonly matching: ChannelMatching;

  constructor(
    repository: SubscriptionRepository,
    log: EventLog,
    private readonly clock: Clock,
  ) {
    this.matching = new ChannelMatching('email', repository, log, clock);
  }

  /**
   * Returns at most one mail per event and account: if several subscriptions with the mode `each` match, the oldest one
   * is used. Digests are separate for each subscription.
   * @param events in the order of the log, without a gap between the first and the last
   */
  async match(events: LoggedEvent[]): Promise<NewMail[]> {
    const now = this.clock.now();
    const matches = (await this.matching.match(events)).filter(({ event }) => event.type !== WEBHOOK_TEST);
    return matches.flatMap(({ event, subscriptions }) => {
      const served = new Set<string>();
      const sorted = [...subscriptions].sort((a, b) => (a.id < b.id ? -1 : 1));
      const chosen = sorted.filter(
        ({ mailMode, accountId }) => mailMode === 'digest' || (!served.has(accountId) && served.add(accountId)),
      );
      return chosen.map((subscription) => ({
        subscriptionId: subscription.id,
        eventId: event.id,
        ...batchOf(subscription, event, now),
      }));
    });
  }
}
