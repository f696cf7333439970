import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { LimitsConfig } from '../../config/limits-config.js';
import { EventCatalog } from '../../events/event-catalog.js';
import { EventFields } from '../../events/event-fields.js';
import { type EventFilter, EventLog } from '../../events/event-log.js';
import { Mailer } from '../../mail/mailer.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../resources/owned-records.js';
import { fieldConditionProblems } from './field-condition-problems.js';
import { FilterTargets } from './filter-targets.js';
import { conditionsIn, type Subscription, type SubscriptionFilter } from './subscription.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { changed, requestOf, type SubscriptionChanges, type SubscriptionInput } from './subscription-request.js';
import { type SubscriptionChangedDto, subscriptionChanged } from './subscriptions.events.js';

/**
 * Manages the subscriptions of accounts. Each change is appended to the log in its own transaction; the indexes of
 * subscriptions follow these events.
 */
@Service()
export class SubscriptionsService extends OwnedRecords<Subscription, SubscriptionInput, SubscriptionChanges> {
  constructor(
    parts: OwnedParts,
    private readonly repository: SubscriptionRepository,
    limits: LimitsConfig,
    private readonly events: EventLog,
    private readonly catalogue: EventCatalog,
    private readonly mailer: Mailer,
    private readonly targets: FilterTargets,
    private readonly fields: EventFields,
  ) {
    super(parts, {
      table: repository,
      noun: 'subscription',
      limitName: 'subscriptions',
      limit: () => limits.subscriptions,
    });
  }

  find(accountId: string, id: string): Promise<Subscription | undefined> {
    return this.repository.find(accountId, id);
  }

  /** Returns the endpoints among `endpointIds` that belong to the account. */
  ownEndpoints(accountId: string, endpointIds: readonly string[]): Promise<Set<string>> {
    return this.repository.ownEndpoints(accountId, endpointIds);
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

  /**
   * Returns the content of a new subscription. An endpoint of another account is rejected when the subscription is
   * stored.
   * @throws Problem `invalid_request`, or `unprocessable` for a portfolio of another account, for a condition on a
   * field that events do not have, and for the channel `email` if the service sends no mail
   */
  protected async fresh(accountId: string, input: SubscriptionInput): Promise<ContentOf<Subscription>> {
    const request = requestOf(input, this.catalogue);
    if (request.channel === 'email') this.assertMail();
    await this.assertFilter(accountId, request);
    return { ...request, lastSentAt: null, lastErrorAt: null, lastError: null };
  }

  /** Returns the changed fields; the version increases even if nothing differs. */
  protected revised(current: Subscription, changes: SubscriptionChanges): Partial<Subscription> {
    return { ...changed(current, changes, this.catalogue), updatedAt: this.now() };
  }

  protected override async check(subscription: Subscription, before?: Subscription): Promise<void> {
    if (before === undefined) return;
    const { accountId, channel, filter, eventTypes } = subscription;
    if (channel === 'email' && before.channel !== 'email') this.assertMail();
    await this.assertOwnPortfolios(accountId, filter.portfolioIds, before.filter.portfolioIds);
    // Unchanged conditions are not checked: fields that types no longer have remain valid in them.
    if (!isDeepStrictEqual([filter.conditions, eventTypes], [before.filter.conditions, before.eventTypes]))
      this.assertConditions(subscription);
  }

  protected override afterCreate({ id }: Subscription): Promise<void> {
    return this.tell(id, 'created');
  }

  protected override afterChange({ id }: Subscription): Promise<void> {
    return this.tell(id, 'updated');
  }

  protected override beforeRemove({ id }: Subscription): Promise<void> {
    return this.tell(id, 'deleted');
  }

  protected override quotaDetail(limit: number): string {
    return `An account has at most ${limit} subscriptions here; delete one, or widen one with further types or conditions.`;
  }

  /**
   * Returns the filter of a selection of events, checked as for a new subscription.
   * @throws Problem `invalid_request`, `unprocessable`
   */
  async validFilter(
    accountId: string,
    selection: Pick<SubscriptionInput, 'eventTypes' | 'filter' | 'conditions'>,
  ): Promise<SubscriptionFilter> {
    const request = requestOf({ ...selection, name: '', delivery: { channel: 'stream' } }, this.catalogue);
    await this.assertFilter(accountId, request);
    return request.filter;
  }

  /**
   * Checks a filter for the event types that it applies to.
   * @throws Problem `unprocessable` for a portfolio of another account, or a condition on a field that events do not
   * have
   */
  private async assertFilter(accountId: string, request: Pick<Subscription, 'eventTypes' | 'filter'>): Promise<void> {
    await this.assertOwnPortfolios(accountId, request.filter.portfolioIds);
    this.assertConditions(request);
  }

  private assertConditions({ eventTypes, filter: { conditions = [] } }: Pick<Subscription, 'eventTypes' | 'filter'>) {
    if (conditions.length === 0) return;
    const types = new Set(eventTypes.flatMap((pattern) => this.catalogue.matching(pattern)));
    const errors = fieldConditionProblems(conditions, [...types], this.fields);
    if (errors.length === 0) return;
    throw new Problem('unprocessable', {
      detail: 'Some conditions do not fit the events; see errors and GET /subscriptions/event-types.',
      errors,
    });
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
