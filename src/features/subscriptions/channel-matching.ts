import type { EventLog } from '../../events/event-log.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import type { Clock } from '../../time/clock.js';
import { DAY_MS } from '../../time/durations.js';
import type { Channel, PlacedSubscription } from './subscription.js';
import type { SubscriptionRepository } from './subscription.repository.js';
import { changedIn, changesBetween } from './subscription-follower.js';
import { SubscriptionIndex } from './subscription-index.js';

export interface ChannelMatch {
  event: LoggedEvent;
  /** Subscriptions that receive the event, at least one, without duplicates. */
  subscriptions: readonly PlacedSubscription[];
}

/** Number of rows read at a time; other work can run between two reads. */
const BATCH = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/**
 * An index that was unused for longer than this (ms) is loaded again, because the log may no longer contain all changes
 * since. Shorter than the retention of changes in the log.
 */
const MAX_REST_MS = DAY_MS;

/**
 * Selects the subscriptions of a channel that get an event. Holds them in memory and follows their changes in the log,
 * so that each change takes effect between the events before and after it. For events that it has already matched, it
 * uses its current state: no subscription gets events from before its creation, and a deleted subscription gets no
 * events. Subscriptions are deleted with their account without a change in the log: the caller checks this.
 */
export class ChannelMatching {
  private readonly index = new SubscriptionIndex<PlacedSubscription>();
  /** Sequence number up to which changes are in the index; undefined before the index is loaded. */
  private position: number | undefined;
  private askedAt = 0;

  constructor(
    private readonly channel: Channel,
    private readonly repository: SubscriptionRepository,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the events that match at least one subscription.
   * @param events in the order of the log, without a gap between the first and the last
   */
  async match(events: LoggedEvent[]): Promise<ChannelMatch[]> {
    const [first, last] = [events[0], events.at(-1)];
    if (first === undefined || last === undefined) return [];
    const position = await this.catchUp(first.position - 1);
    // A change after the position of the index is applied when its event is reached.
    const changes = events.filter((event) => event.position > position && changedIn([event]).length > 0);
    const rows = await this.read(changedIn(changes));
    const matches = events.flatMap((event) => {
      if (event.position > position) for (const id of changedIn([event])) this.apply(id, rows.get(id));
      const subscriptions = this.index.match(event);
      return subscriptions.length === 0 ? [] : [{ event, subscriptions }];
    });
    this.position = Math.max(position, last.position);
    return matches;
  }

  /** Removes subscriptions that were deleted without a change in the log from the index. */
  drop(isGone: (subscription: PlacedSubscription) => boolean): void {
    for (const subscription of this.index.values()) if (isGone(subscription)) this.index.delete(subscription.id);
  }

  /** Applies changes up to a position. @returns the position of the index, which is at least `position` */
  private async catchUp(position: number): Promise<number> {
    const now = this.clock.now();
    if (this.position === undefined || now - this.askedAt > MAX_REST_MS) this.position = await this.load();
    this.askedAt = now;
    if (position > this.position) {
      const ids = await changesBetween(this.log, this.position, position);
      const rows = await this.read(ids);
      for (const id of ids) this.apply(id, rows.get(id));
      this.position = position;
    }
    return this.position;
  }

  /**
   * Loads all subscriptions. It reads the last sequence number first, so that changes during the load are applied
   * again.
   * @returns that number
   */
  private async load(): Promise<number> {
    const head = await this.log.head();
    this.index.clear();
    for (let after = FIRST_ID; ; ) {
      const rows = await this.repository.placedOn(this.channel, BATCH, after);
      for (const row of rows) this.index.set(row);
      if (rows.length < BATCH) return head;
      after = rows.at(-1)?.id ?? after;
    }
  }

  private async read(ids: string[]): Promise<Map<string, PlacedSubscription>> {
    const rows = new Map<string, PlacedSubscription>();
    for (let from = 0; from < ids.length; from += BATCH) {
      for (const row of await this.repository.placed(ids.slice(from, from + BATCH))) rows.set(row.id, row);
    }
    return rows;
  }

  private apply(id: string, row: PlacedSubscription | undefined): void {
    if (row?.channel === this.channel) this.index.set(row);
    else this.index.delete(id);
  }
}
