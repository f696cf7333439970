import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { EventLog } from '../../events/event-log.js';
import { Clock } from '../../time/clock.js';
import { DeliveryRepository } from './delivery.repository.js';
import { type DisabledReason, type Endpoint, type EndpointChanges, LOST_SECRET } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import { webhookEndpointDisabled } from './webhooks.events.js';

/**
 * Enables and disables endpoints. Runs in the caller's transaction, which must hold the lock on the endpoint; `changes`
 * are stored in the same update.
 */
@Service()
export class EndpointState {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Disables an endpoint, fails its pending deliveries, and notifies the owner unless the owner disabled it. */
  async disable(endpoint: Endpoint, reason: DisabledReason, changes: EndpointChanges = {}): Promise<Endpoint> {
    const now = new Date(this.clock.now());
    const disabled = (await this.endpoints.update(
      endpoint.id,
      { ...changes, disabledAt: now, disabledReason: reason },
      now,
    )) as Endpoint;
    await this.deliveries.failPending(endpoint.id, now);
    if (reason !== 'paused') {
      const data = {
        endpointId: endpoint.id,
        host: new URL(endpoint.url).hostname,
        reason,
        failingSince: disabled.failingSince?.toISOString() ?? null,
      };
      await this.events.append(webhookEndpointDisabled, {
        data,
        subject: `endpoint:${endpoint.id}`,
        ownerId: endpoint.accountId,
        time: now,
      });
    }
    return disabled;
  }

  /** Enables an endpoint and clears its failure. @throws Problem `conflict` if its signing secret is lost */
  async enable({ id, secret }: Endpoint, changes: EndpointChanges = {}): Promise<Endpoint> {
    if (secret === LOST_SECRET)
      throw new Problem('conflict', {
        detail:
          'The signing secret of the endpoint is lost. Rotate it first: POST /webhooks/endpoints/{id}/rotate-secret.',
      });
    const now = new Date(this.clock.now());
    return (await this.endpoints.update(
      id,
      { ...changes, disabledAt: null, disabledReason: null, failingSince: null },
      now,
    )) as Endpoint;
  }
}
