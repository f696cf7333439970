import { Service } from 'typedi';
import { EventConsumer } from '../../events/event-consumer.js';
import { EventReaders } from '../../events/event-readers.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import { SubscriptionsApi } from '../subscriptions/subscriptions.api.js';
import { DeliveryQueue } from './delivery-queue.service.js';
import { webhookTest } from './webhooks.events.js';

const EVENTS_AT_ONCE = 500;
/** Queued in one transaction, and those of one event more. */
const DELIVERIES_AT_ONCE = 5_000;

/**
 * Queues what the log has for endpoints: in the transaction in which it reads on, so that each event is queued once for
 * each of them.
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

/** Endpoints that the event itself names. Those of another account are skipped when the delivery is queued. */
const namedBy = ({ endpointIds, isQuiet }: LoggedEvent): readonly string[] =>
  isQuiet === true ? [] : (endpointIds ?? []);
