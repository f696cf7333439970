import { Service } from 'typedi';
import { AuditLog } from '../../../audit/audit-log.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import type { Delivery, DeliveryFilter } from '../../webhooks/delivery.js';
import type { EndpointFilter, EndpointLoad } from '../../webhooks/endpoint-load.js';
import { WebhooksApi } from '../../webhooks/webhooks.api.js';
import { entryOf } from '../operator-entry.js';

/** Lets operators read the webhooks of all accounts and disable endpoints. */
@Service()
export class WebhookAdministration {
  constructor(
    private readonly webhooks: WebhooksApi,
    private readonly audit: AuditLog,
  ) {}

  /** Lists the endpoints of all accounts with their pending deliveries, oldest first, after the endpoint `after`. */
  listEndpoints(filter: EndpointFilter, limit: number, after?: string): Promise<EndpointLoad[]> {
    return this.webhooks.listEndpoints(filter, limit, after);
  }

  /** Lists deliveries of one account, or of all, after the delivery `after`. */
  listDeliveries(filter: DeliveryFilter & { accountId?: string }, limit: number, after?: string): Promise<Delivery[]> {
    return this.webhooks.listDeliveries(filter, limit, after);
  }

  /** Disables an endpoint of any account. @throws Problem `not_found` */
  async disable(operator: Caller, id: string, origin: RequestOrigin): Promise<void> {
    await this.webhooks.disableEndpoint(id, async ({ accountId, disabledAt }) => {
      if (disabledAt === null)
        await this.audit.append(entryOf(operator, 'webhook_endpoint.disabled', id, origin, { accountId }));
    });
  }
}
