import { Service } from 'typedi';
import { EventConsumer } from '../../events/event-consumer.js';
import { EventReaders } from '../../events/event-readers.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import { SubscriptionsApi } from '../subscriptions/subscriptions.api.js';
import { DeliveryQueue } from './delivery-queue.service.js';
import { webhookTest } from './webhooks.events.js';

const EVENTS_AT_ONCE = 500;
/** Maximum number of deliveries that one transaction queues; the deliveries of its last event may exceed it. */
const DELIVERIES_AT_ONCE = 5_000;

/**
 * Queues deliveries for the events of the log, in the transaction that stores the progress of the consumer, so that
 * each event is queued once for each endpoint.
 */
@Service()
export class WebhookFanOut extends EventConsumer {
  readonly role = 'worker';

  constructor(
    private readonly readers: EventReaders,
    private readonly subscriptions: SubscriptionsApi,
    private readonly queue: DeliveryQueue,
  ) {
    super();
  }

  turn(): Promise<boolean> {
    return this.readers.advance('webhooks', EVENTS_AT_ONCE, (events) => this.queueFor(events));
  }

  private async queueFor(events: LoggedEvent[]): Promise<number | undefined> {
    const matches = new Map(
      (await this.subscriptions.match(events)).map(({ event, endpointIds }) => [event.id, endpointIds]),
    );
    const wanted = [];
    let reached: number | undefined;
    for (const event of events) {
      const { id, type, position, data } = event;
      // A test event is delivered only to the requested endpoint.
      const endpointIds =
        type === webhookTest.type ? [data.endpointId as string] : [...(matches.get(id) ?? []), ...namedBy(event)];
      wanted.push(
        ...[...new Set(endpointIds)].map((endpointId) => ({ endpointId, eventId: id, eventPosition: position })),
      );
      reached = position;
      if (wanted.length >= DELIVERIES_AT_ONCE) break;
    }
    await this.queue.add(wanted);
    return reached;
  }
}

/**
 * Returns the endpoints that the event itself names; none for a quiet event, which is logged but not delivered.
 * Endpoints of another account are skipped when deliveries are inserted.
 */
const namedBy = ({ endpointIds, isQuiet }: LoggedEvent): readonly string[] =>
  isQuiet === true ? [] : (endpointIds ?? []);
