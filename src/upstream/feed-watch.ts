import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { and, eq } from '../database/drizzle.js';
import { feedStates } from '../database/event-schema.js';
import { EventLog } from '../events/event-log.js';
import { Clock } from '../time/clock.js';
import { feedStatusChanged } from './feed.events.js';
import { FeedHistory } from './feed-history.js';
import { FeedRegistry, type FeedStatus } from './feed-status.js';

/** A feed's status is published again only after this long (ms); changes in between are not published. */
const STEADY_MS = 60_000;

/**
 * Publishes changes of feed status as events. The last published status is in the database, so that a restart repeats
 * nothing and only one of several processes publishes a change. A feed that is no longer registered keeps its last
 * status.
 */
@Service()
export class FeedWatch {
  constructor(
    private readonly feeds: FeedRegistry,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly clock: Clock,
    private readonly history: FeedHistory,
  ) {}

  /** Compares every feed with its published status. @returns the number of published events */
  async check(): Promise<number> {
    // A feed on standby is left out: the process that reads it publishes its changes.
    const feeds = this.feeds.list().filter(({ standby }) => !standby);
    if (feeds.length === 0) return 0;
    const stored = new Map((await this.database.orm.select().from(feedStates)).map((row) => [row.feed, row]));
    const known = feeds.flatMap((feed) => {
      const last = stored.get(feed.feed);
      return last === undefined ? [] : [{ ...feed, last }];
    });
    await this.history.see(known, this.clock.now());
    let changes = 0;
    for (const feed of feeds) {
      const last = stored.get(feed.feed);
      if (last === undefined) changes += await this.meet(feed);
      else if (last.status !== feed.status && last.since.getTime() + STEADY_MS <= this.clock.now())
        changes += await this.tell(feed, last.status, last.since);
    }
    return changes;
  }

  /** Stores the first status of a feed, and publishes it only if the feed is down. */
  private async meet({ feed, provider, status }: FeedStatus): Promise<number> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const row = { feed, provider, status, since: new Date(now), seenAt: new Date(now) };
      const [first] = await tx.insert(feedStates).values(row).onConflictDoNothing().returning();
      if (first === undefined) return 0;
      await this.history.record({ feed, provider, status }, now);
      if (status !== 'down') return 0;
      await this.append({ feed, provider, status, previousStatus: null });
      return 1;
    });
  }

  private async tell({ feed, provider, status }: FeedStatus, previousStatus: string, since: Date): Promise<number> {
    return this.database.transaction(async (tx) => {
      // Updates only the row as it was read: if another process has already changed it, no row matches and no event is
      // published.
      const unchanged = and(
        eq(feedStates.feed, feed),
        eq(feedStates.status, previousStatus),
        eq(feedStates.since, since),
      );
      const now = this.clock.now();
      const [changed] = await tx
        .update(feedStates)
        .set({ provider, status, since: new Date(now) })
        .where(unchanged)
        .returning();
      if (changed === undefined) return 0;
      await this.history.record({ feed, provider, status }, now);
      await this.append({ feed, provider, status, previousStatus });
      return 1;
    });
  }

  private async append(data: {
    feed: string;
    provider: string;
    status: string;
    previousStatus: string | null;
  }): Promise<void> {
    await this.events.append(feedStatusChanged, { data, subject: `feed:${data.feed}` });
  }
}
