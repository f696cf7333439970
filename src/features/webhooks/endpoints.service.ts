import { Service } from 'typedi';
import { AccountQuota } from '../../accounts/account-quota.service.js';
import { Problem } from '../../api/problem.js';
import { type AuditEntry, AuditLog } from '../../audit/audit-log.js';
import { LimitsConfig } from '../../config/limits-config.js';
import { Database } from '../../database/database.js';
import type { RequestOrigin } from '../../http/caller.js';
import { assertVersion, expectedVersions, staleVersion } from '../../http/entity-tag.js';
import { Clock } from '../../time/clock.js';
import type { Order } from '../../time/sort-order.js';
import { uuidV7 } from '../../time/uuid-v7.js';
import { Outbound, OutboundRefused } from '../../upstream/outbound.js';
import { SubscriptionsApi } from '../subscriptions/subscriptions.api.js';
import { DeliveryRepository } from './delivery.repository.js';
import type { Endpoint, EndpointChanges } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { EndpointState } from './endpoint-state.service.js';
import { mismatchOf, type WebhookFormat } from './formats/webhook-format.js';

export interface EndpointRequest {
  url?: string;
  description?: string;
  format?: WebhookFormat;
  enabled?: boolean;
}

/** An endpoint with its new signing secret, which is shown only once. */
export interface EndpointAndSecret {
  endpoint: Endpoint;
  secret: string;
}

const REMOVED_AT_ONCE = 1_000;

/** Manages the webhook endpoints of accounts. */
@Service()
export class EndpointsService {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly quota: AccountQuota,
    private readonly deliveries: DeliveryRepository,
    private readonly secrets: EndpointSecrets,
    private readonly standing: EndpointState,
    private readonly subscriptions: SubscriptionsApi,
    private readonly outbound: Outbound,
    private readonly audit: AuditLog,
    private readonly database: Database,
    private readonly limits: LimitsConfig,
    private readonly clock: Clock,
  ) {}

  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Endpoint[]> {
    return this.endpoints.list(accountId, limit, after, order);
  }

  /** Returns an endpoint of the account. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Endpoint> {
    const endpoint = await this.endpoints.find(accountId, id);
    if (endpoint === undefined) throw notFound();
    return endpoint;
  }

  /** Creates an endpoint. @throws Problem `unprocessable` for a URL that the service does not call, `quota_reached` */
  async create(
    accountId: string,
    { url, description, format = 'generic' }: { url: string; description: string; format?: WebhookFormat },
  ): Promise<EndpointAndSecret> {
    const checked = await this.checked(url, format);
    const [id, now] = [uuidV7(), new Date(this.clock.now())];
    const { secret, sealed } = this.secrets.make(id);
    const endpoint = await this.database.transaction(async () => {
      const limit = this.limits.webhookEndpoints;
      const detail = `An account has at most ${limit} endpoints. Delete one, or let one receive more events.`;
      await this.quota.check(accountId, { limit, count: () => this.endpoints.count(accountId), detail });
      return this.endpoints.insert({
        id,
        accountId,
        url: checked,
        description,
        format,
        secret: sealed,
        createdAt: now,
        updatedAt: now,
      });
    });
    return { endpoint, secret };
  }

  /**
   * Changes an endpoint.
   * @throws Problem `not_found`, `precondition_failed`, `unprocessable` for a URL that the service does not call
   */
  async change(
    accountId: string,
    id: string,
    request: EndpointRequest,
    origin: RequestOrigin,
    ifMatch?: string,
  ): Promise<Endpoint> {
    const { url, description, format, enabled } = request;
    const before = await this.get(accountId, id); // read first, because checking a URL takes time
    const checked = url === undefined ? undefined : await this.checked(url, format ?? before.format);
    if (url === undefined && format !== undefined) assertFormat(new URL(before.url), format, '/format');
    return this.holding(accountId, id, async (endpoint) => {
      const versions = expectedVersions(ifMatch, id);
      if (versions !== undefined && !versions.includes(endpoint.version)) throw staleVersion();
      // Failures and rate of the earlier URL do not apply to the new one.
      const moved: EndpointChanges =
        checked === undefined || checked === endpoint.url ? {} : { url: checked, failingSince: null, nextCallAt: null };
      const described = description === undefined ? {} : { description };
      const changes: EndpointChanges = { ...moved, ...described, ...(format === undefined ? {} : { format }) };
      if (moved.url !== undefined) await this.audit.append(urlChange(endpoint, moved.url, origin));
      const isEnabled = endpoint.disabledAt === null;
      if (enabled === true && !isEnabled) return this.standing.enable(endpoint, changes);
      if (enabled === false && isEnabled) return this.standing.disable(endpoint, 'paused', changes);
      return (await this.endpoints.update(id, changes, new Date(this.clock.now()))) as Endpoint;
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

  /** Replaces the signing secret of an endpoint. @throws Problem `not_found` */
  async rotateSecret(
    accountId: string,
    id: string,
    revokeOld: boolean,
    { address, requestId }: RequestOrigin,
  ): Promise<EndpointAndSecret> {
    return this.holding(accountId, id, async (endpoint) => {
      const now = this.clock.now();
      const { secret, kept } = this.secrets.rotate(endpoint, now, revokeOld);
      await this.audit.append({
        actorId: accountId,
        action: 'webhook_endpoint.secret_rotated',
        subject: id,
        detail: { revokeOld },
        address,
        requestId,
      });
      return { endpoint: (await this.endpoints.update(id, kept, new Date(now))) as Endpoint, secret };
    });
  }

  /** Enables an endpoint. @throws Problem `not_found` */
  async enable(accountId: string, id: string): Promise<Endpoint> {
    return this.holding(accountId, id, (endpoint) => this.standing.enable(endpoint));
  }

  /** Runs `work` in a transaction that locks the endpoint against other changes. @throws Problem `not_found` */
  async holding<T>(accountId: string, id: string, work: (endpoint: Endpoint) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      const endpoint = await this.endpoints.hold(id);
      if (endpoint === undefined || endpoint.accountId !== accountId) throw notFound();
      return work(endpoint);
    });
  }

  private async checked(url: string, format: WebhookFormat): Promise<string> {
    try {
      const checked = await this.outbound.check(url);
      assertFormat(checked, format, '/url');
      return checked.href;
    } catch (error) {
      if (!(error instanceof OutboundRefused)) throw error;
      throw new Problem('unprocessable', {
        detail: error.message,
        errors: [{ pointer: '/url', detail: 'is not a URL that events are delivered to' }],
        cause: error,
      });
    }
  }
}

/**
 * Returns the audit entry of a changed URL. It contains only the hosts, because the rest of a URL may contain a secret
 * of the receiver.
 */
function urlChange({ id, accountId, url }: Endpoint, next: string, { address, requestId }: RequestOrigin): AuditEntry {
  const detail = { from: new URL(url).host, to: new URL(next).host };
  return { actorId: accountId, action: 'webhook_endpoint.url_changed', subject: id, detail, address, requestId };
}

const notFound = () => new Problem('not_found', { detail: 'You have no endpoint with this id.' });

/** Rejects a disabled endpoint. @throws Problem `conflict` */
export function assertEnabled({ disabledAt }: Endpoint): void {
  if (disabledAt !== null)
    throw new Problem('conflict', {
      detail: 'The endpoint is disabled. Enable it first: POST /webhooks/endpoints/{id}/enable.',
    });
}

/** Rejects a URL whose host is known to accept another format. @throws Problem `unprocessable` */
function assertFormat(url: URL, format: WebhookFormat, pointer: string): void {
  const mismatch = mismatchOf(url, format);
  if (mismatch === undefined) return;
  throw new Problem('unprocessable', {
    detail: 'The URL does not match the format of the endpoint.',
    errors: [{ pointer, detail: mismatch }],
  });
}
