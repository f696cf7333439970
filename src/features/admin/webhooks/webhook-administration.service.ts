import { Service } from 'typedi';
import { AuditLog } from '../../../audit/audit-log.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import type { Delivery, DeliveryFilter } from '../../webhooks/delivery.js';
import type { EndpointFilter, EndpointLoad } from '../../webhooks/endpoint-load.js';
import { WebhooksApi } from '../../webhooks/webhooks.api.js';
import { entryOf } from '../operator-entry.js';
import { type ReadOrigin, ReadReasons, reasonOf } from '../read-reasons.js';

/** Lets operators read the webhooks of all accounts and disable endpoints. */
@Service()
export class WebhookAdministration {
  constructor(
    private readonly webhooks: WebhooksApi,
    private readonly audit: AuditLog,
    private readonly reasons: ReadReasons,
  ) {}

  /**
   * Lists the endpoints of all accounts with their pending deliveries, oldest first, after the endpoint `after`.
   * @throws Problem `invalid_request` if a required reason is missing
   */
  async listEndpoints(
    operator: Caller,
    filter: EndpointFilter,
    origin: ReadOrigin,
    limit: number,
    after?: string,
  ): Promise<EndpointLoad[]> {
    this.reasons.check(origin);
    const endpoints = await this.webhooks.listEndpoints(filter, limit, after);
    await this.record(operator, 'webhook_endpoints.listed', filter, origin);
    return endpoints;
  }

  /**
   * Lists deliveries of one account, or of all, after the delivery `after`.
   * @throws Problem `invalid_request` if a required reason is missing
   */
  async listDeliveries(
    operator: Caller,
    filter: DeliveryFilter & { accountId?: string },
    origin: ReadOrigin,
    limit: number,
    after?: string,
  ): Promise<Delivery[]> {
    this.reasons.check(origin);
    const deliveries = await this.webhooks.listDeliveries(filter, limit, after);
    const { order: _, ...asked } = filter;
    await this.record(operator, 'webhook_deliveries.listed', asked, origin);
    return deliveries;
  }

  /** Disables an endpoint of any account. @throws Problem `not_found` */
  async disable(operator: Caller, id: string, origin: RequestOrigin): Promise<void> {
    await this.webhooks.disableEndpoint(id, async ({ accountId, disabledAt }) => {
      if (disabledAt === null)
        await this.audit.append(entryOf(operator, 'webhook_endpoint.disabled', id, origin, { accountId }));
    });
  }

  private async record(operator: Caller, action: string, filter: object, origin: ReadOrigin): Promise<void> {
    const { accountId = null } = filter as { accountId?: string };
    await this.audit.append(entryOf(operator, action, accountId, origin, { ...filter, ...reasonOf(origin) }));
  }
}
