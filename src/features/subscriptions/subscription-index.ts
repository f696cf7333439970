import { matchesFilter } from '../../events/event-filter.js';
import type { EventFilter } from '../../events/event-log.js';
import { isVisibleTo, type LoggedEvent } from '../../events/logged-event.js';
import { AccessPaths } from './access-paths.js';
import { conditionsIn, type PlacedSubscription, patternsFor } from './subscription.js';

/** The parts of a subscription that decide which events it receives. */
export type Indexable = Pick<PlacedSubscription, 'id' | 'accountId' | 'eventTypes' | 'filter' | 'since'>;

/** A subscription in the index. */
export interface IndexEntry<T extends Indexable> {
  readonly subscription: T;
  readonly conditions: EventFilter;
  /**
   * Number of the last look-up that found the entry, so that a subscription with several matching paths is returned
   * only once.
   */
  lookUp: number;
}

const none: readonly never[] = [];

/**
 * Finds the subscriptions that receive an event, at a cost that depends on the number of matches and not on the number
 * of subscriptions. Each subscription is stored under the few paths of its most selective condition (see
 * access-paths.ts), in two indexes: the index of all accounts for public events, and the index of its account for
 * events that only their owner sees. Candidates are then checked against all conditions.
 */
export class SubscriptionIndex<T extends Indexable> {
  private readonly entries = new Map<string, IndexEntry<T>>();
  private readonly everyone = new AccessPaths<IndexEntry<T>>();
  private readonly accounts = new Map<string, AccessPaths<IndexEntry<T>>>();
  private lookUps = 0;

  get size(): number {
    return this.entries.size;
  }

  get(id: string): T | undefined {
    return this.entries.get(id)?.subscription;
  }

  values(): T[] {
    return [...this.entries.values()].map(({ subscription }) => subscription);
  }

  /** Adds a subscription, and replaces the one with the same id. */
  set(subscription: T): void {
    this.delete(subscription.id);
    const entry = { subscription, conditions: conditionsIn(subscription.filter), lookUp: 0 };
    const own = this.accounts.get(subscription.accountId) ?? new AccessPaths();
    this.accounts.set(subscription.accountId, own);
    this.entries.set(subscription.id, entry);
    this.everyone.add(subscription.eventTypes, entry.conditions, entry);
    own.add(subscription.eventTypes, entry.conditions, entry);
  }

  delete(id: string): void {
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    const { eventTypes, accountId } = entry.subscription;
    const own = this.accounts.get(accountId);
    this.entries.delete(id);
    this.everyone.remove(eventTypes, entry.conditions, entry);
    own?.remove(eventTypes, entry.conditions, entry);
    if (own?.isEmpty) this.accounts.delete(accountId);
  }

  clear(): void {
    for (const id of [...this.entries.keys()]) this.delete(id);
  }

  /** Returns the matching subscriptions without duplicates, in no particular order; empty for internal events. */
  match(event: LoggedEvent): readonly T[] {
    const paths = event.audience === 'public' ? this.everyone : this.accounts.get(event.ownerId ?? '');
    if (paths === undefined || event.audience === 'service') return none;
    this.lookUps += 1;
    const lookUp = this.lookUps;
    let found: T[] | undefined;
    paths.visit(event, (entry) => {
      if (entry.lookUp === lookUp) return;
      entry.lookUp = lookUp;
      if (!gets(entry, event)) return;
      found ??= [];
      found.push(entry.subscription);
    });
    return found ?? none;
  }
}

/**
 * Whether a subscription receives an event: by its types, its filter, its beginning in the log, and the visibility of
 * the event.
 */
export function gets(
  { subscription, conditions }: Pick<IndexEntry<Indexable>, 'subscription' | 'conditions'>,
  event: LoggedEvent,
): boolean {
  return (
    event.position > subscription.since &&
    isVisibleTo(subscription.accountId, event) &&
    patternsFor(event.type).some((pattern) => subscription.eventTypes.includes(pattern)) &&
    matchesFilter(conditions, event)
  );
}
