import { Service } from 'typedi';
import { AllEndpoints } from './all-endpoints.service.js';
import type { Delivery, DeliveryFilter } from './delivery.js';
import type { Endpoint } from './endpoint.js';
import type { EndpointFilter, EndpointLoad } from './endpoint-load.js';

/** Lets other features read and disable the webhooks of all accounts, for operators. */
@Service()
export class WebhooksApi {
  constructor(private readonly all: AllEndpoints) {}

  /** Lists the endpoints of all accounts with their pending deliveries, oldest first, after the endpoint `after`. */
  listEndpoints(filter: EndpointFilter, limit: number, after?: string): Promise<EndpointLoad[]> {
    return this.all.listEndpoints(filter, limit, after);
  }

  /** Lists deliveries of one account, or of all, after the delivery `after`. */
  listDeliveries(filter: DeliveryFilter & { accountId?: string }, limit: number, after?: string): Promise<Delivery[]> {
    return this.all.listDeliveries(filter, limit, after);
  }

  /** Disables an endpoint of any account, in one transaction with `record`. @throws Problem `not_found` */
  disableEndpoint(id: string, record: (endpoint: Endpoint) => Promise<void>): Promise<void> {
    return this.all.disableEndpoint(id, record);
  }
}
