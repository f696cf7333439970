import { matchesFilter } from '../../events/event-filter.js';
import type { EventFilter } from '../../events/event-log.js';
import { isVisibleTo, type LoggedEvent } from '../../events/logged-event.js';
import { AccessPaths } from './access-paths.js';
import { conditionsIn, type PlacedSubscription, patternsFor } from './subscription.js';

/** The parts of a subscription that decide which events it gets. */
export type Indexable = Pick<PlacedSubscription, 'id' | 'accountId' | 'eventTypes' | 'filter' | 'since'>;

/** A subscription as the index holds it. */
export interface IndexEntry<T extends Indexable> {
  readonly subscription: T;
  readonly conditions: EventFilter;
  /** Number of the look-up that last came by: one that sits under several paths counts once. */
  lookUp: number;
}

const none: readonly never[] = [];

/**
 * Finds the subscriptions that get an event, at a cost that grows with their number, not with that of all. Each sits
 * under the few paths that its most selective condition gives (access-paths.ts), once among all, for public events, and
 * once among its account's, for events that only their owner sees. What the paths of an event lead to is checked
 * against the whole predicate.
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

  /** Adds a subscription, or puts it in the place of the one with its id. */
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

  /** Returns the matches without duplicates, in no particular order. Internal events match nothing. */
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

/** The whole predicate: the types, the filter, the place in the log, and that the account may see it. */
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
