import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { type AuditEntry, AuditLog } from '../../audit/audit-log.js';
import type { RequestOrigin } from '../../http/caller.js';
import { expectedVersions, staleVersion } from '../../http/entity-tag.js';
import { Clock } from '../../time/clock.js';
import { uuidV7 } from '../../time/uuid-v7.js';
import type { Endpoint, EndpointChanges } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import { assertFormat, EndpointChecks } from './endpoint-checks.service.js';
import { EndpointHeaders, type OwnHeader } from './endpoint-headers.service.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { EndpointState } from './endpoint-state.service.js';
import { EndpointsService } from './endpoints.service.js';
import type { WebhookFormat } from './formats/webhook-format.js';

export interface EndpointRequest extends Partial<EndpointSettings> {
  url?: string;
  description?: string;
  format?: WebhookFormat;
  headers?: OwnHeader[];
  enabled?: boolean;
}

/** Settings of deliveries that are stored as the owner sends them. */
type EndpointSettings = Pick<Endpoint, 'maxPerMinute' | 'bodyTemplate' | 'orderBy'>;

/** A new endpoint as its owner sends it. */
type NewEndpointRequest = Omit<EndpointRequest, 'enabled'> & { url: string; description: string };

/** An endpoint with its new signing secret, which is shown only once. */
export interface EndpointAndSecret {
  endpoint: Endpoint;
  secret: string;
}

/** Creates and changes webhook endpoints: checks their URLs and makes their signing secrets. */
@Service()
export class EndpointEditing {
  constructor(
    private readonly owned: EndpointsService,
    private readonly endpoints: EndpointRepository,
    private readonly checks: EndpointChecks,
    private readonly secrets: EndpointSecrets,
    private readonly headers: EndpointHeaders,
    private readonly standing: EndpointState,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates an endpoint.
   * @throws Problem `unprocessable` for a URL that the service does not call, a header that it does not send, or a
   * template that it cannot fill; `quota_reached`
   */
  async create(
    accountId: string,
    {
      url,
      description,
      format = 'generic',
      maxPerMinute = null,
      bodyTemplate = null,
      orderBy = null,
      headers = [],
    }: NewEndpointRequest,
  ): Promise<EndpointAndSecret> {
    this.checks.assertTemplate(bodyTemplate, format);
    const checked = await this.checks.url(url, format);
    const [id, now] = [uuidV7(), new Date(this.clock.now())];
    const { secret, sealed } = this.secrets.make(id);
    const endpoint = await this.owned.add({
      id,
      accountId,
      url: checked,
      description,
      format,
      maxPerMinute,
      bodyTemplate,
      orderBy,
      headers: this.headers.sealed(id, headers),
      secret: sealed,
      createdAt: now,
      updatedAt: now,
    });
    return { endpoint, secret };
  }

  /**
   * Changes an endpoint.
   * @throws Problem `not_found`, `precondition_failed`, `unprocessable` for a URL that the service does not call, a
   * header that it does not send, or a template that it cannot fill
   */
  async change(
    accountId: string,
    id: string,
    request: EndpointRequest,
    origin: RequestOrigin,
    ifMatch?: string,
  ): Promise<Endpoint> {
    const { url, format, headers, enabled } = request;
    const sealed = headers && this.headers.sealed(id, headers);
    // The endpoint is read before its lock is taken, because checking a URL takes time
    const before = await this.owned.get(accountId, id);
    const checked = url === undefined ? undefined : await this.checks.url(url, format ?? before.format);
    if (url === undefined && format !== undefined) assertFormat(new URL(before.url), format, '/format');
    return this.owned.holding(accountId, id, async (endpoint) => {
      const versions = expectedVersions(ifMatch, id);
      if (versions !== undefined && !versions.includes(endpoint.version)) throw staleVersion();
      const template = request.bodyTemplate === undefined ? endpoint.bodyTemplate : request.bodyTemplate;
      if (template !== endpoint.bodyTemplate || format !== undefined)
        this.checks.assertTemplate(template, format ?? endpoint.format);
      // Failures and rate of the earlier URL do not apply to the new one.
      const moved: EndpointChanges =
        checked === undefined || checked === endpoint.url ? {} : { url: checked, failingSince: null, nextCallAt: null };
      if (moved.url !== undefined && sealed === undefined) assertSameHost(endpoint, moved.url);
      const changes: EndpointChanges = { ...settingsIn(request), headers: sealed, ...moved };
      if (moved.url !== undefined) await this.audit.append(urlChange(endpoint, moved.url, origin));
      if (sealed !== undefined) await this.audit.append(headersChange(endpoint, sealed, origin));
      const isEnabled = endpoint.disabledAt === null;
      if (enabled === true && !isEnabled) return this.standing.enable(endpoint, changes);
      if (enabled === false && isEnabled) return this.standing.disable(endpoint, 'paused', changes);
      return (await this.endpoints.update(id, changes, new Date(this.clock.now()))) as Endpoint;
    });
  }

  /** Replaces the signing secret of an endpoint. @throws Problem `not_found` */
  async rotateSecret(
    accountId: string,
    id: string,
    revokeOld: boolean,
    { address, requestId }: RequestOrigin,
  ): Promise<EndpointAndSecret> {
    return this.owned.holding(accountId, id, async (endpoint) => {
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
    return this.owned.holding(accountId, id, (endpoint) => this.standing.enable(endpoint));
  }
}

/**
 * Returns the changed settings that are stored as they are; omitted ones are undefined, which leaves their columns
 * unchanged.
 */
function settingsIn({ description, format, maxPerMinute, bodyTemplate, orderBy }: EndpointRequest): EndpointChanges {
  return {
    description,
    format,
    maxPerMinute,
    bodyTemplate,
    orderBy,
    // Times that were reserved under the earlier limit do not delay calls under the new one.
    ...(maxPerMinute === undefined ? {} : { nextCallAt: null }),
  };
}

/**
 * Returns the audit entry of a changed URL. It contains only the hosts, because the rest of a URL may contain a secret
 * of the receiver.
 */
function urlChange({ id, accountId, url }: Endpoint, next: string, { address, requestId }: RequestOrigin): AuditEntry {
  const detail = { from: new URL(url).host, to: new URL(next).host };
  return { actorId: accountId, action: 'webhook_endpoint.url_changed', subject: id, detail, address, requestId };
}

function headersChange(
  { id, accountId }: Endpoint,
  headers: readonly OwnHeader[],
  { address, requestId }: RequestOrigin,
): AuditEntry {
  const detail = { names: headers.map(({ name }) => name) };
  return { actorId: accountId, action: 'webhook_endpoint.headers_changed', subject: id, detail, address, requestId };
}

/**
 * Rejects a URL at another host for an endpoint with headers: a person who may change endpoints, but does not know the
 * values, could otherwise have them sent to a host of their own.
 * @throws Problem `unprocessable`
 */
function assertSameHost({ url, headers }: Endpoint, next: string): void {
  if (headers.length === 0 || new URL(url).origin === new URL(next).origin) return;
  throw new Problem('unprocessable', {
    detail: 'The endpoint has headers, which are not sent to another host unless you send them again.',
    errors: [
      { pointer: '/headers', detail: 'is needed with a URL at another host; an empty list removes the headers' },
    ],
  });
}
