import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, inArray, isNotNull, isNull, lte } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import type { Order } from '../../../time/sort-order.js';
import { newsArticles, newsFeeds } from '../news.schema.js';
import type { FeedPolling, PolledFeed } from './feed.js';

const feedOf = (row: typeof newsFeeds.$inferSelect): PolledFeed => row as PolledFeed;
const own = (accountId: string, id: string) => and(eq(newsFeeds.id, id), eq(newsFeeds.ownerId, accountId));

/** Stores the feeds of accounts, and the polling state of all feeds. */
@Service()
export class FeedRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<PolledFeed | undefined> {
    const [row] = await this.database.orm.select().from(newsFeeds).where(own(accountId, id));
    return row && feedOf(row);
  }

  /** Locks a feed of the account until the transaction ends, and returns it; undefined for an unknown one. */
  async hold(accountId: string, id: string): Promise<PolledFeed | undefined> {
    const [row] = await this.database.orm.select().from(newsFeeds).where(own(accountId, id)).for('update');
    return row && feedOf(row);
  }

  /** Lists the feeds of an account by creation (oldest first by default), after the feed `after`. */
  async list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<PolledFeed[]> {
    const rows = await this.database.orm
      .select()
      .from(newsFeeds)
      .where(and(eq(newsFeeds.ownerId, accountId), afterKey(newsFeeds.id, order, after)))
      .orderBy(inOrder(newsFeeds.id, order))
      .limit(limit);
    return rows.map(feedOf);
  }

  /** Returns the polling state of built-in feeds by id; feeds that were never added are missing. */
  async builtIn(ids: readonly string[]): Promise<Map<string, PolledFeed>> {
    const rows = await this.database.orm
      .select()
      .from(newsFeeds)
      .where(and(inArray(newsFeeds.id, [...ids]), isNull(newsFeeds.ownerId)));
    return new Map(rows.map((row) => [row.id, feedOf(row)]));
  }

  /** Returns the URLs of an account's feeds. */
  async urls(accountId: string): Promise<Set<string>> {
    const rows = await this.database.orm
      .select({ url: newsFeeds.url })
      .from(newsFeeds)
      .where(eq(newsFeeds.ownerId, accountId));
    return new Set(rows.map(({ url }) => url));
  }

  count(accountId: string): Promise<number> {
    return this.database.orm.$count(newsFeeds, eq(newsFeeds.ownerId, accountId));
  }

  /** Returns the number of stored articles of a feed. */
  articles(feedId: string): Promise<number> {
    return this.database.orm.$count(newsArticles, eq(newsArticles.feedId, feedId));
  }

  /** Inserts feeds; feeds that are stored already are skipped. */
  async insert(feeds: readonly PolledFeed[]): Promise<void> {
    if (feeds.length > 0)
      await this.database.orm
        .insert(newsFeeds)
        .values([...feeds])
        .onConflictDoNothing();
  }

  async replace({ id, ownerId: _, createdAt: __, ...revised }: PolledFeed): Promise<void> {
    await this.database.orm.update(newsFeeds).set(revised).where(eq(newsFeeds.id, id));
  }

  /** Deletes a feed. @returns whether it existed */
  async remove(accountId: string, id: string): Promise<boolean> {
    return (
      (await this.database.orm.delete(newsFeeds).where(own(accountId, id)).returning({ id: newsFeeds.id })).length > 0
    );
  }

  /**
   * Returns feeds that are due, the one due for the longest time first.
   * @param builtIn true: built-in feeds; false: feeds of accounts
   */
  async due(now: Date, builtIn: boolean, limit: number): Promise<PolledFeed[]> {
    const rows = await this.database.orm
      .select()
      .from(newsFeeds)
      .where(
        and(
          eq(newsFeeds.enabled, true),
          eq(newsFeeds.gone, false),
          lte(newsFeeds.nextFetchAt, now),
          builtIn ? isNull(newsFeeds.ownerId) : isNotNull(newsFeeds.ownerId),
        ),
      )
      .orderBy(asc(newsFeeds.nextFetchAt))
      .limit(limit);
    return rows.map(feedOf);
  }

  /**
   * Stores the result of a fetch, unless the feed was changed or deleted meanwhile. The version of the feed increases
   * only if `shown`.
   * @param shown whether the result changes fields that callers see
   */
  async polled({ id, version, url }: PolledFeed, polling: FeedPolling, shown: boolean, now: Date): Promise<void> {
    const revised = shown ? { ...polling, version: version + 1, updatedAt: now } : polling;
    await this.database.orm
      .update(newsFeeds)
      .set(revised)
      .where(and(eq(newsFeeds.id, id), eq(newsFeeds.version, version), eq(newsFeeds.url, url)));
  }
}
