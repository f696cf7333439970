import { Service } from 'typedi';
import type { EventFilter } from '../../events/event-log.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { type WebhookMatch, WebhookMatching } from './webhook-matching.service.js';

/** What other features ask of subscriptions. */
@Service()
export class SubscriptionsApi {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly matching: WebhookMatching,
  ) {}

  /** The endpoints that each event goes to, by the subscriptions of their accounts. Events are passed in the order of the log. */
  match(events: LoggedEvent[]): Promise<WebhookMatch[]> {
    return this.matching.match(events);
  }

  /** What an endpoint's subscriptions select from the log, one filter each. */
  filtersOf(endpointId: string): Promise<EventFilter[]> {
    return this.subscriptions.filtersOf(endpointId);
  }

  /** Removes the subscriptions of an endpoint that is about to be removed, in the caller's transaction. */
  removeOf(endpointId: string): Promise<void> {
    return this.subscriptions.removeOf(endpointId);
  }
}
