import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { asc, inArray, lt } from '../../../database/drizzle.js';
import { publishedMarketEvents } from '../markets.schema.js';

/** Stores the natural keys of published market events. */
@Service()
export class PublishedEventRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores the keys that are new. If a concurrent transaction stores one of them, this waits for its end.
   * @returns the new ones
   */
  async claim(keys: readonly string[], at: Date): Promise<string[]> {
    const rows = await this.database.orm
      .insert(publishedMarketEvents)
      .values(keys.map((key) => ({ key, publishedAt: at })))
      .onConflictDoNothing()
      .returning({ key: publishedMarketEvents.key });
    return rows.map(({ key }) => key);
  }

  /** Deletes keys stored before a time. @returns the number of deleted keys, at most `limit` */
  async forgetBefore(time: Date, limit: number): Promise<number> {
    const old = this.database.orm
      .select({ key: publishedMarketEvents.key })
      .from(publishedMarketEvents)
      .where(lt(publishedMarketEvents.publishedAt, time))
      .orderBy(asc(publishedMarketEvents.publishedAt))
      .limit(limit);
    const gone = await this.database.orm
      .delete(publishedMarketEvents)
      .where(inArray(publishedMarketEvents.key, old))
      .returning({ key: publishedMarketEvents.key });
    return gone.length;
  }
}
