import { Service } from 'typedi';
import { EventLog } from '../../events/event-log.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import { Clock } from '../../time/clock.js';
import { ChannelMatching } from './channel-matching.js';
import { SubscriptionRepository } from './subscription.repository.js';

export interface WebhookMatch {
  event: LoggedEvent;
  /** Endpoints that receive the event, at least one, without duplicates. */
  endpointIds: string[];
}

/** Selects the endpoints that receive an event, by the subscriptions with the channel `webhook`. */
@Service()
export class WebhookMatching {
  private readonly matching: ChannelMatching;

  constructor(
    private readonly repository: SubscriptionRepository,
    log: EventLog,
    clock: Clock,
  ) {
    this.matching = new ChannelMatching('webhook', repository, log, clock);
  }

  /**
   * Returns the events that match subscriptions, with their endpoints.
   * @param events in the order of the log, without a gap between the first and the last
   */
  async match(events: LoggedEvent[]): Promise<WebhookMatch[]> {
    const matches = await this.matching.match(events);
    return this.withoutGone(
      matches.map(({ event, subscriptions }) => ({
        event,
        endpointIds: [...new Set(subscriptions.map(({ endpointId }) => endpointId as string))],
      })),
    );
  }

  /** Removes endpoints that no longer exist. Endpoints are deleted with their account without an event in the log. */
  private async withoutGone(matches: WebhookMatch[]): Promise<WebhookMatch[]> {
    const matched = [...new Set(matches.flatMap(({ endpointIds }) => endpointIds))];
    const there = new Set(matched.length === 0 ? [] : await this.repository.existingEndpoints(matched));
    if (there.size === matched.length) return matches;
    const gone = new Set(matched.filter((id) => !there.has(id)));
    this.matching.drop(({ endpointId }) => gone.has(endpointId as string));
    return matches
      .map(({ event, endpointIds }) => ({ event, endpointIds: endpointIds.filter((id) => there.has(id)) }))
      .filter(({ endpointIds }) => endpointIds.length > 0);
  }
}
