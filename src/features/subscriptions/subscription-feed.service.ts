import { Service } from 'typedi';
import { EventLog } from '../../events/event-log.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import type { Subscription } from './subscription.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { SubscriptionsService } from './subscriptions.records.js';

/** Maximum number of sequence numbers that one call reads. */
const MAX_POSITIONS = 20_000;

export interface FeedPage {
  /** Events in the order of the log. */
  events: LoggedEvent[];
  /**
   * Sequence number after which the next call continues; undefined while the creation of the subscription is not yet in
   * the log.
   */
  position: number | undefined;
  hasMore: boolean;
}

/** Reads the events of the log that match a subscription, page by page. */
@Service()
export class SubscriptionFeedService {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly repository: SubscriptionRepository,
    private readonly log: EventLog,
  ) {}

  /**
   * Returns the events after a sequence number. Without a sequence number, returns the events recorded since `from` or,
   * without `from`, since the creation of the subscription.
   * @throws Problem `not_found`
   */
  async read(accountId: string, id: string, limit: number, position?: number, from?: Date): Promise<FeedPage> {
    const subscription = await this.subscriptions.get(accountId, id);
    const after =
      position ?? (from === undefined ? await this.beginningOf(subscription) : await this.log.positionBefore(from));
    if (after === undefined) return { events: [], position: undefined, hasMore: false };
    return this.stretch(subscription, after, limit);
  }

  /**
   * Returns events from a limited part of the log, so that a subscription to rare events costs no more than any other.
   */
  async stretch(subscription: Subscription, after: number, limit: number): Promise<FeedPage> {
    const head = await this.log.head();
    // Skips sequence numbers whose events have been deleted.
    const [next] = await this.log.after(after, 1);
    if (next === undefined) return { events: [], position: Math.max(after, head), hasMore: false };
    const upTo = Math.min(Math.max(head, next.position), next.position + MAX_POSITIONS - 1);
    const filter = this.subscriptions.filterOf(subscription);
    const events = await this.log.visible(
      subscription.accountId,
      filter,
      { after: next.position - 1, upTo },
      limit + 1,
    );
    if (events.length <= limit) return { events, position: upTo, hasMore: upTo < head };
    const shown = events.slice(0, limit);
    return { events: shown, position: shown.at(-1)?.position, hasMore: true };
  }

  /**
   * Returns the sequence number after which a subscription gets events; undefined while its creation is not yet in the
   * log.
   */
  async beginningOf({ id }: Subscription): Promise<number | undefined> {
    const [placed] = await this.repository.placed([id]);
    return placed === undefined || placed.since === Number.POSITIVE_INFINITY ? undefined : placed.since;
  }
}
