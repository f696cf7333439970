import { Service } from 'typedi';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { Database } from '../../../database/database.js';
import { EventLog, type NewEvent } from '../../../events/event-log.js';
import type { EventType } from '../../../events/event-type.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { PublishedEventRepository } from './published-event.repository.js';

/** Days for which keys are kept; no event is published so long after it happened. */
const KEY_DAYS = 40;
const KEYS_AT_ONCE = 5_000;

/** Publishes each market event once, even if several processes find it, or one finds it repeatedly. */
@Service()
export class MarketEventPublisher {
  /** Keys that are known to be stored, so that the database is not queried again. */
  private readonly known = new BoundedCache<true>(20_000);

  constructor(
    private readonly published: PublishedEventRepository,
    private readonly log: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Appends the event unless its natural key was used before. Key and event are stored in one transaction.
   * @param implied keys of lesser events that must not be published after this one
   * @returns true if the event was published now
   */
  async publish<Data extends object>(
    type: EventType<Data>,
    key: string,
    event: NewEvent<Data>,
    implied: readonly string[] = [],
  ): Promise<boolean> {
    const own = `${type.type} ${key}`;
    if (this.known.has(own)) return false;
    const keys = [own, ...implied.map((other) => `${type.type} ${other}`)];
    const isNew = await this.database.transaction(async () => {
      // Keys are claimed in a fixed order, so that two processes do not block each other.
      const claimed = await this.published.claim(keys.toSorted(), new Date(this.clock.now()));
      if (!claimed.includes(own)) return false;
      await this.log.append(type, event);
      return true;
    });
    for (const one of keys) this.known.set(one, true);
    return isNew;
  }

  /** Deletes keys that are too old. @returns true when there may be more to delete */
  async forgetOld(): Promise<boolean> {
    return (
      (await this.published.forgetBefore(new Date(this.clock.now() - KEY_DAYS * DAY_MS), KEYS_AT_ONCE)) === KEYS_AT_ONCE
    );
  }
}
