import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { LimitsConfig } from '../../config/limits-config.js';
import { EventEnvelopes } from '../../events/event-envelopes.js';
import { EventLog } from '../../events/event-log.js';
import type { EventEnvelope } from '../../events/logged-event.js';
import { WindowStore } from '../../http/rate-limit/window-store.js';
import { Clock } from '../../time/clock.js';
import { MINUTE_MS } from '../../time/durations.js';
import { assertEnabled, EndpointsService } from './endpoints.service.js';
import { webhookTest } from './webhooks.events.js';

/** Sends test events that owners of endpoints request. */
@Service()
export class EndpointTests {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly events: EventLog,
    private readonly envelopes: EventEnvelopes,
    private readonly limits: LimitsConfig,
    private readonly windows: WindowStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Appends a test event for an endpoint.
   * @returns the event as it will be delivered
   * @throws Problem `rate_limited`, `not_found`, `conflict` for a disabled endpoint
   */
  async send(accountId: string, endpointId: string): Promise<EventEnvelope> {
    await this.count(`webhook-test:${accountId}`, this.limits.webhookTestsPerMinute, 'of an account');
    await this.count(
      `webhook-test:${accountId}:${endpointId}`,
      this.limits.webhookTestsPerMinuteOfEndpoint,
      'of an endpoint',
    );
    return this.endpoints.holding(accountId, endpointId, async (endpoint) => {
      assertEnabled(endpoint);
      const event = { data: { endpointId }, subject: `endpoint:${endpointId}`, time: new Date(this.clock.now()) };
      const id = await this.events.append(webhookTest, { ...event, ownerId: accountId });
      return this.envelopes.of({
        ...event,
        id,
        type: webhookTest.type,
        severity: webhookTest.facetsOf(event.data).severity,
        title: webhookTest.titleOf(event.data),
      });
    });
  }

  private async count(key: string, limit: number, whose: string): Promise<void> {
    const { count, resetInMs } = await this.windows.hit(key, MINUTE_MS);
    if (count <= limit) return;
    const wait = Math.max(1, Math.ceil(resetInMs / 1_000));
    throw new Problem('rate_limited', {
      detail: `At most ${limit} tests ${whose} a minute; try again in ${wait} s.`,
      headers: { 'Retry-After': String(wait) },
    });
  }
}
