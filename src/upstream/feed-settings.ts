import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { and, asc, eq, sql } from '../database/drizzle.js';
import { feedReaders, feedSettings, feedStates } from '../database/event-schema.js';
import { Clock } from '../time/clock.js';
import { type FeedSettings, type StoredFeedSettings, usualFeedSettings } from './feed-controls.js';
import { isCurrentReader } from './feed-readers.js';
import { FeedRegistry } from './feed-status.js';

/** Channel of NOTIFY for changed settings of feeds. */
export const FEED_SETTINGS_CHANNEL = 'watchfloor_feed_settings';

/**
 * Stores the settings of feeds by operators. Every process reads them at its start, after each change, and at
 * intervals.
 */
@Service()
export class FeedSettingsStore {
  constructor(
    private readonly database: Database,
    private readonly feeds: FeedRegistry,
    private readonly clock: Clock,
  ) {}

  /** Reads the settings and applies them in this process. */
  async load(): Promise<void> {
    const rows = await this.database.orm.select().from(feedSettings).orderBy(asc(feedSettings.feed));
    this.feeds.controls.replace(rows.map(settingsOf));
  }

  async find(feed: string): Promise<StoredFeedSettings> {
    const [row] = await this.database.orm.select().from(feedSettings).where(eq(feedSettings.feed, feed));
    return row === undefined ? { feed, ...usualFeedSettings, refreshRequestedAt: null } : settingsOf(row);
  }

  /**
   * Stores changes of a feed's settings; omitted fields are unchanged. Every process applies them after the transaction
   * has committed.
   */
  async change(feed: string, { budget, ...changes }: Partial<FeedSettings>): Promise<void> {
    await this.store(feed, {
      ...changes,
      ...(budget === undefined
        ? {}
        : { budgetCalls: budget?.calls ?? null, budgetWindowSeconds: budget?.windowSeconds ?? null }),
    });
  }

  /** Requests that the process which reads the feed reads it again at once. */
  async requestRefresh(feed: string): Promise<void> {
    await this.store(feed, { refreshRequestedAt: new Date(this.clock.now()) });
  }

  /**
   * Returns the last published status of every feed, sorted by name, with the process that reads it if the feed is
   * shared.
   */
  published(): Promise<Array<{ feed: string; provider: string; status: string; process: string | null }>> {
    const { feed, provider, status } = feedStates;
    return this.database.orm
      .select({ feed, provider, status, process: feedReaders.process })
      .from(feedStates)
      .leftJoin(feedReaders, and(eq(feedReaders.feed, feed), isCurrentReader))
      .orderBy(asc(feedStates.feed));
  }

  private async store(feed: string, changes: Partial<typeof feedSettings.$inferInsert>): Promise<void> {
    const set = { ...changes, updatedAt: new Date(this.clock.now()) };
    await this.database.orm
      .insert(feedSettings)
      .values({ feed, ...set })
      .onConflictDoUpdate({ target: feedSettings.feed, set });
    await this.database.orm.execute(sql`select pg_notify(${FEED_SETTINGS_CHANNEL}, ${feed})`);
  }
}

function settingsOf({
  feed,
  isEnabled,
  intervalSeconds,
  budgetCalls,
  budgetWindowSeconds,
  refreshRequestedAt,
}: typeof feedSettings.$inferSelect): StoredFeedSettings {
  const budget =
    budgetCalls === null || budgetWindowSeconds === null
      ? null
      : { calls: budgetCalls, windowSeconds: budgetWindowSeconds };
  return { feed, isEnabled, intervalSeconds, budget, refreshRequestedAt };
}
