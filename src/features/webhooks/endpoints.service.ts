import { Service } from 'typedi';
import { AccountQuota } from '../../accounts/account-quota.service.js';
import { Problem } from '../../api/problem.js';
import { LimitsConfig } from '../../config/limits-config.js';
import { Database } from '../../database/database.js';
import { assertVersion } from '../../http/entity-tag.js';
import type { Order } from '../../time/sort-order.js';
import { SubscriptionsApi } from '../subscriptions/subscriptions.api.js';
import { DeliveryRepository } from './delivery.repository.js';
import type { Endpoint } from './endpoint.js';
import { EndpointRepository, type NewEndpoint } from './endpoint.repository.js';

const REMOVED_AT_ONCE = 1_000;

/** Keeps the webhook endpoints of accounts, up to the account's limit. */
@Service()
export class EndpointsService {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly quota: AccountQuota,
    private readonly deliveries: DeliveryRepository,
    private readonly subscriptions: SubscriptionsApi,
    private readonly database: Database,
    limits: LimitsConfig,
  ) {
    quota.declare('webhook_endpoints', {
      configured: () => limits.webhookEndpoints,
      count: (accountId) => endpoints.count(accountId),
    });
  }

  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Endpoint[]> {
    return this.endpoints.list(accountId, limit, after, order);
  }

  /** Returns an endpoint of the account. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Endpoint> {
    const endpoint = await this.endpoints.find(accountId, id);
    if (endpoint === undefined) throw notFound();
    return endpoint;
  }

  /** Stores a new endpoint. @throws Problem `quota_reached` */
  add(endpoint: NewEndpoint): Promise<Endpoint> {
    return this.database.transaction(async () => {
      await this.quota.check(
        endpoint.accountId,
        'webhook_endpoints',
        (limit) => `An account has at most ${limit} endpoints. Delete one, or let one receive more events.`,
      );
      return this.endpoints.insert(endpoint);
    });
  }

  /**
   * Deletes an endpoint with its subscriptions, deliveries and attempts.
   * @throws Problem `not_found`, `precondition_failed`
   */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    assertVersion(ifMatch, await this.get(accountId, id));
    // Deliveries are deleted in batches, because one statement for all deliveries of a busy endpoint could exceed its
    // time limit.
    while ((await this.deliveries.removeOf(id, REMOVED_AT_ONCE)) === REMOVED_AT_ONCE);
    await this.holding(accountId, id, async (endpoint) => {
      assertVersion(ifMatch, endpoint);
      await this.subscriptions.removeOf(id);
      await this.endpoints.remove(id);
    });
  }

  /** Runs `work` in a transaction that locks the endpoint against other changes. @throws Problem `not_found` */
  async holding<T>(accountId: string, id: string, work: (endpoint: Endpoint) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      const endpoint = await this.endpoints.hold(id);
      if (endpoint === undefined || endpoint.accountId !== accountId) throw notFound();
      return work(endpoint);
    });
  }
}

const notFound = () => new Problem('not_found', { detail: 'You have no endpoint with this id.' });

/** Rejects a disabled endpoint. @throws Problem `conflict` */
export function assertEnabled({ disabledAt }: Endpoint): void {
  if (disabledAt !== null)
    throw new Problem('conflict', {
      detail: 'The endpoint is disabled. Enable it first: POST /webhooks/endpoints/{id}/enable.',
    });
}
