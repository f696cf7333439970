import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { Database } from '../../database/database.js';
import type { Delivery, DeliveryFilter } from './delivery.js';
import { DeliveryRepository } from './delivery.repository.js';
import type { Endpoint } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import type { EndpointFilter, EndpointLoad } from './endpoint-load.js';
import { EndpointOverview } from './endpoint-overview.repository.js';
import { EndpointState } from './endpoint-state.service.js';

/** Reads the endpoints and deliveries of all accounts, and disables endpoints, for operators. */
@Service()
export class AllEndpoints {
  constructor(
    private readonly overview: EndpointOverview,
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly state: EndpointState,
    private readonly database: Database,
  ) {}

  /** Lists the endpoints of all accounts with their pending deliveries, oldest first, after the endpoint `after`. */
  listEndpoints(filter: EndpointFilter, limit: number, after?: string): Promise<EndpointLoad[]> {
    return this.overview.list(filter, limit, after);
  }

  /** Lists deliveries of one account, or of all, after the delivery `after`. */
  listDeliveries(filter: DeliveryFilter & { accountId?: string }, limit: number, after?: string): Promise<Delivery[]> {
    return this.deliveries.listOf(filter, limit, after);
  }

  /**
   * Disables an endpoint of any account in one transaction with `record`; its pending deliveries fail. Has no effect on
   * a disabled endpoint.
   * @throws Problem `not_found`
   */
  async disableEndpoint(id: string, record: (endpoint: Endpoint) => Promise<void>): Promise<void> {
    await this.database.transaction(async () => {
      const endpoint = await this.endpoints.hold(id);
      if (endpoint === undefined) throw new Problem('not_found', { detail: 'No endpoint has this id.' });
      if (endpoint.disabledAt === null) await this.state.disable(endpoint, 'paused');
      await record(endpoint);
    });
  }
}
