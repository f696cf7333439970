import { Service } from 'typedi';
import type { EventFilter } from '../../events/event-log.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import type { StreamReply } from '../../http/stream/stream-reply.js';
import type { StreamItem } from './live-stream.js';
import { SubscriptionStreamsService } from './subscription-streams.service.js';
import { SubscriptionsService } from './subscriptions.records.js';
import { type WebhookMatch, WebhookMatching } from './webhook-matching.service.js';

export { FilterTargets } from './filter-targets.js';

/** Lets other features match events with subscriptions, stream events, and look up endpoints. */
@Service()
export class SubscriptionsApi {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly matching: WebhookMatching,
    private readonly streams: SubscriptionStreamsService,
  ) {}

  /**
   * Returns the events that match subscriptions of the channel `webhook`, with their endpoints. Events must be passed
   * in the order of the log.
   */
  match(events: LoggedEvent[]): Promise<WebhookMatch[]> {
    return this.matching.match(events);
  }

  /** Returns one filter of the event log for each subscription of an endpoint. */
  filtersOf(endpointId: string): Promise<EventFilter[]> {
    return this.subscriptions.filtersOf(endpointId);
  }

  /** Returns the webhook endpoints among `endpointIds` that belong to an account. */
  ownEndpoints(accountId: string, endpointIds: readonly string[]): Promise<Set<string>> {
    return this.subscriptions.ownEndpoints(accountId, endpointIds);
  }

  /** Deletes the subscriptions of an endpoint that is about to be deleted, in the caller's transaction. */
  removeOf(endpointId: string): Promise<void> {
    return this.subscriptions.removeOf(endpointId);
  }

  /**
   * Streams the events of some types that an account may see: first missed events, then live ones.
   * @param eventTypes types or patterns such as `alert.*`
   * @throws Problem `invalid_request` if `lastEventId` is not the id of an event
   */
  stream(accountId: string, eventTypes: string[], lastEventId?: string): Promise<StreamReply<StreamItem>> {
    return this.streams.openTypes(accountId, eventTypes, lastEventId);
  }
}
