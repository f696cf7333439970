import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { sql } from '../database/drizzle.js';
import { feedReaders } from '../database/event-schema.js';
import type { FeedReader, FeedStatus } from './feed-status.js';

/** A row that is older (s) is of a process that is gone. */
const CURRENT_SECONDS = 30;
/** True for a row whose process is alive. */
export const isCurrentReader = sql`${feedReaders.updatedAt} > now() - make_interval(secs => ${CURRENT_SECONDS})`;

/** The processes that read shared feeds, for the other processes to see. */
@Service()
export class FeedReaders {
  constructor(private readonly database: Database) {}

  /** Stores how the feeds that a process reads are doing. */
  async report(
    process: string,
    feeds: ReadonlyArray<Pick<FeedStatus, 'feed' | 'status' | 'lastSuccessAt'>>,
  ): Promise<void> {
    if (feeds.length === 0) return;
    const values = feeds.map(({ feed, status, lastSuccessAt }) => ({
      feed,
      process,
      status,
      lastSuccessAt,
      updatedAt: sql`now()`,
    }));
    const set = {
      process: sql`excluded.process`,
      status: sql`excluded.status`,
      lastSuccessAt: sql`excluded.last_success_at`,
      updatedAt: sql`excluded.updated_at`,
    };
    await this.database.orm.insert(feedReaders).values(values).onConflictDoUpdate({ target: feedReaders.feed, set });
  }

  /** The current readers, by feed. */
  async all(): Promise<Map<string, FeedReader>> {
    const rows = await this.database.orm.select().from(feedReaders).where(isCurrentReader);
    return new Map(rows.map(({ feed, process, status, lastSuccessAt }) => [feed, { process, status, lastSuccessAt }]));
  }
}
