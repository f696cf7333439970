import { Service } from 'typedi';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { Database } from '../../../database/database.js';
import { EventLog, type NewEvent } from '../../../events/event-log.js';
import type { EventType } from '../../../events/event-type.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { PublishedEventRepository } from './published-event.repository.js';

/** Keys are kept for this long; no event is published that long after it happened. */
const KEY_DAYS = 40;
const KEYS_AT_ONCE = 5_000;

/** Publishes each market event once, whichever process publishes it and however often it is found. */
@Service()
export class MarketEventPublisher {
  /** Keys that are stored, so that the database is not queried again. */
  private readonly known = new BoundedCache<true>(20_000);

  constructor(
    private readonly published: PublishedEventRepository,
    private readonly log: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Appends the event unless its natural key was used before. Key and event are one transaction.
   * @param implied keys of lesser events that are not published any more once this one is
   * @returns whether it was published now
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
      // In one order, so that two processes do not wait for each other.
      const claimed = await this.published.claim(keys.toSorted(), new Date(this.clock.now()));
      if (!claimed.includes(own)) return false;
      await this.log.append(type, event);
      return true;
    });
    for (const one of keys) this.known.set(one, true);
    return isNew;
  }

  /** Deletes old keys. @returns false when all are deleted */
  async forgetOld(): Promise<boolean> {
    return (
      (await this.published.forgetBefore(new Date(this.clock.now() - KEY_DAYS * DAY_MS), KEYS_AT_ONCE)) === KEYS_AT_ONCE
    );
  }
}
