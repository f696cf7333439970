import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import type { Attempt, Delivery, DeliveryFilter } from './delivery.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryQueue } from './delivery-queue.service.js';
import { assertEnabled, EndpointsService } from './endpoints.service.js';

/** Reads the deliveries of an account, and repeats them. */
@Service()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly endpoints: EndpointsService,
    private readonly queue: DeliveryQueue,
  ) {}

  /**
   * Lists deliveries of the account, by default newest first, after the delivery `before`; empty for an endpoint of
   * another account.
   */
  list(accountId: string, filter: DeliveryFilter, limit: number, before?: string): Promise<Delivery[]> {
    return this.deliveries.list(accountId, filter, limit, before);
  }

  /** Returns a delivery of the account with its attempts. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<{ delivery: Delivery; attempts: Attempt[] }> {
    const delivery = await this.find(accountId, id);
    return { delivery, attempts: await this.deliveries.attemptsOf(id) };
  }

  /** Queues one more attempt of a delivery. @throws Problem `not_found`, or `conflict` if its endpoint is disabled */
  async redeliver(accountId: string, id: string): Promise<Delivery> {
    const { endpointId } = await this.find(accountId, id);
    return this.endpoints.holding(accountId, endpointId, async (endpoint) => {
      assertEnabled(endpoint);
      const delivery = await this.find(accountId, id);
      await this.queue.once(delivery);
      return delivery;
    });
  }

  private async find(accountId: string, id: string): Promise<Delivery> {
    const delivery = await this.deliveries.find(accountId, id);
    if (delivery === undefined)
      throw new Problem('not_found', { detail: 'You have no delivery with this id. They are kept for 30 days.' });
    return delivery;
  }
}
