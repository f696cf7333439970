import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { sql } from '../database/drizzle.js';
import { feedReaders } from '../database/event-schema.js';
import type { FeedReader, FeedStatus } from './feed-status.js';

/** Rows older than this (s) belong to processes that have ended. */
const CURRENT_SECONDS = 30;
/** SQL condition that is true for rows of running processes. */
export const isCurrentReader = sql`${feedReaders.updatedAt} > now() - make_interval(secs => ${CURRENT_SECONDS})`;

/** Stores which processes read the shared feeds, so that other processes can show it. */
@Service()
export class FeedReaders {
  constructor(private readonly database: Database) {}

  /** Stores the state of the feeds that a process reads. */
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

  /** Returns the current readers, by feed. */
  async all(): Promise<Map<string, FeedReader>> {
    const rows = await this.database.orm.select().from(feedReaders).where(isCurrentReader);
    return new Map(rows.map(({ feed, process, status, lastSuccessAt }) => [feed, { process, status, lastSuccessAt }]));
  }
}
