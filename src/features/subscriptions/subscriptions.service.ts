import { Service } from 'typedi';
import { AccountQuota } from '../../accounts/account-quota.service.js';
import { Problem } from '../../api/problem.js';
import { LimitsConfig } from '../../config/limits-config.js';
import { Database } from '../../database/database.js';
import { EventCatalog } from '../../events/event-catalog.js';
import { type EventFilter, EventLog } from '../../events/event-log.js';
import { assertVersion, expectedVersions, staleVersion } from '../../http/entity-tag.js';
import { Mailer } from '../../mail/mailer.js';
import { Clock } from '../../time/clock.js';
import type { Order } from '../../time/sort-order.js';
import { uuidV7 } from '../../time/uuid-v7.js';
import { FilterTargets } from './filter-targets.js';
import { conditionsIn, type Subscription } from './subscription.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { changed, requestOf, type SubscriptionChanges, type SubscriptionInput } from './subscription-request.js';
import { type SubscriptionChangedDto, subscriptionChanged } from './subscriptions.events.js';

/**
 * Manages the subscriptions of accounts. Each change is appended to the log in its own transaction; the indexes of
 * subscriptions follow these events.
 */
@Service()
export class SubscriptionsService {
  constructor(
    private readonly repository: SubscriptionRepository,
    private readonly quota: AccountQuota,
    private readonly events: EventLog,
    private readonly catalogue: EventCatalog,
    private readonly database: Database,
    private readonly limits: LimitsConfig,
    private readonly mailer: Mailer,
    private readonly targets: FilterTargets,
    private readonly clock: Clock,
  ) {}

  find(accountId: string, id: string): Promise<Subscription | undefined> {
    return this.repository.find(accountId, id);
  }

  /** Returns a subscription of the account. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Subscription> {
    const subscription = await this.find(accountId, id);
    if (subscription === undefined)
      throw new Problem('not_found', { detail: 'You have no subscription with this id.' });
    return subscription;
  }

  /** Returns those of the endpoints that belong to the account. */
  ownEndpoints(accountId: string, endpointIds: readonly string[]): Promise<Set<string>> {
    return this.repository.ownEndpoints(accountId, endpointIds);
  }

  /** Lists subscriptions of an account, by default oldest first, after the subscription `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Subscription[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /**
   * Creates a subscription.
   * @throws Problem `invalid_request`, `quota_reached`, or `unprocessable` for an endpoint or portfolio of another
   * account, and for the channel `email` if the service sends no mail
   */
  async create(accountId: string, input: SubscriptionInput): Promise<Subscription> {
    const now = new Date(this.clock.now());
    const results = { lastSentAt: null, lastErrorAt: null, lastError: null };
    const request = requestOf(input, this.catalogue);
    if (request.channel === 'email') this.assertMail();
    await this.assertOwnPortfolios(accountId, request.filter.portfolioIds);
    const subscription: Subscription = {
      ...request,
      ...results,
      id: uuidV7(),
      accountId,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.transaction(async () => {
      const limit = this.limits.subscriptions;
      const detail = `An account has at most ${limit} subscriptions here; delete one, or widen one with further types or conditions.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(subscription);
      await this.tell(subscription.id, 'created');
    });
    return subscription;
  }

  /**
   * Changes a subscription.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request`, or `unprocessable` for an endpoint or
   * portfolio of another account, and for a change to the channel `email` if the service sends no mail
   */
  async change(accountId: string, id: string, changes: SubscriptionChanges, ifMatch?: string): Promise<Subscription> {
    const versions = expectedVersions(ifMatch, id);
    return this.database.transaction(async () => {
      await this.repository.hold(accountId, id);
      const current = await this.get(accountId, id);
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      const next = {
        ...changed(current, changes, this.catalogue),
        version: current.version + 1,
        updatedAt: new Date(this.clock.now()),
      };
      if (next.channel === 'email' && current.channel !== 'email') this.assertMail();
      await this.assertOwnPortfolios(accountId, next.filter.portfolioIds, current.filter.portfolioIds);
      await this.repository.replace(next);
      await this.tell(id, 'updated');
      return next;
    });
  }

  /** Deletes a subscription. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.repository.hold(accountId, id);
      assertVersion(ifMatch, await this.get(accountId, id));
      await this.repository.remove(id);
      await this.tell(id, 'deleted');
    });
  }

  /**
   * Returns one filter of the event log for each subscription of an endpoint. The filters do not check which events the
   * account may see.
   */
  async filtersOf(endpointId: string): Promise<EventFilter[]> {
    const subscriptions = await this.repository.ofEndpoint(endpointId);
    return subscriptions.map((subscription) => this.filterOf(subscription));
  }

  /** Returns the filter of the event log for a subscription. */
  filterOf({ eventTypes, filter }: Pick<Subscription, 'eventTypes' | 'filter'>): EventFilter {
    if (eventTypes.includes('*')) return conditionsIn(filter);
    return {
      ...conditionsIn(filter),
      types: [...new Set(eventTypes.flatMap((pattern) => this.catalogue.matching(pattern)))],
    };
  }

  /** Deletes the subscriptions of an endpoint that is about to be deleted, in the caller's transaction. */
  async removeOf(endpointId: string): Promise<void> {
    for (const id of await this.repository.removeOfEndpoint(endpointId)) await this.tell(id, 'deleted');
  }

  /** Checks that the service can send mail. @throws Problem `unprocessable` */
  private assertMail(): void {
    if (this.mailer.isConfigured) return;
    throw new Problem('unprocessable', {
      detail:
        'This service sends no mail, because it has no SMTP server. Choose another channel, or ask the ' +
        'operator to set SVC_SMTP_URL.',
      errors: [{ pointer: '/delivery/channel', detail: 'email is not available here' }],
    });
  }

  /**
   * Checks that portfolios belong to the account.
   * @param kept ids that the filter already contains; they are accepted even if deleted since
   * @throws Problem `unprocessable`
   */
  private async assertOwnPortfolios(
    accountId: string,
    ids: readonly string[] = [],
    kept: readonly string[] = [],
  ): Promise<void> {
    const added = ids.filter((id) => !kept.includes(id));
    if (added.length === 0) return;
    const own = await this.targets.own('portfolioIds', accountId, added);
    const errors = ids.flatMap((id, index) =>
      kept.includes(id) || own.has(id)
        ? []
        : [{ pointer: `/filter/portfolioIds/${index}`, detail: 'is not one of your portfolios; see GET /portfolios' }],
    );
    if (errors.length > 0)
      throw new Problem('unprocessable', {
        detail: 'The filter names portfolios that are not yours; see errors.',
        errors,
      });
  }

  /**
   * Appends an event about a change. The event of a creation has the subscription's id, by which the subscription's
   * position in the log is found.
   */
  private async tell(subscriptionId: string, change: SubscriptionChangedDto['change']): Promise<void> {
    const id = change === 'created' ? { id: subscriptionId } : {};
    await this.events.append(subscriptionChanged, {
      ...id,
      data: { subscriptionId, change },
      subject: `subscription:${subscriptionId}`,
    });
  }
}
