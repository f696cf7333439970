import { Service } from 'typedi';
import { Clock } from '../../clock.js';
import { EventLog } from '../../events/event-log.js';
import type { ShownEvent } from '../../events/logged-event.js';
import { assertEnabled, EndpointsService } from './endpoints.service.js';
import { webhookTest } from './webhooks.events.js';

/** Tests that owners ask for. */
@Service()
export class EndpointTests {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /** @returns the event as it will be delivered. @throws Problem `not_found`, `conflict` for a disabled endpoint */
  async send(accountId: string, endpointId: string): Promise<ShownEvent> {
    return this.endpoints.holding(accountId, endpointId, async (endpoint) => {
      assertEnabled(endpoint);
      const event = { data: { endpointId }, subject: `endpoint:${endpointId}`, time: new Date(this.clock.now()) };
      const id = await this.events.append(webhookTest, { ...event, ownerId: accountId });
      return { ...event, id, type: webhookTest.type };
    });
  }
}
