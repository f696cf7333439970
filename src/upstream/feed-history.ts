import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { and, eq, isNull } from '../database/drizzle.js';
import { feedChanges, feedStates } from '../database/event-schema.js';
import { DAY_MS, MINUTE_MS } from '../time/durations.js';
import type { FeedStatus } from './feed-status.js';

/** A feed that was not compared for this long (ms) has the status `unknown` since its last comparison. */
export const UNWATCHED_MS = 3 * MINUTE_MS;
/** Changes are kept for this long (ms); the last one before stays, because it is the status at that time. */
export const CHANGE_RETENTION_MS = 90 * DAY_MS;

export const historyStatuses = ['ok', 'stale', 'down', 'disabled', 'not_configured', 'unknown'] as const;
export type HistoryStatus = (typeof historyStatuses)[number];

/** The status of a feed from a time (ms) on. */
export interface FeedChange {
  at: number;
  provider: string;
  status: HistoryStatus;
}

/** The time (ms) in which a feed existed. */
export interface FeedLifetime {
  feed: string;
  provider: string;
  since: number;
  until: number;
}

type Watched = Pick<FeedStatus, 'feed' | 'provider' | 'status'>;
type State = { status: string; seenAt: Date | null };

/** Stores the status of feeds over time. */
@Service()
export class FeedHistory {
  constructor(private readonly database: Database) {}

  /** Stores that a feed has a status from a time on. A repetition changes nothing. */
  async record({ feed, provider, status }: Watched, at: number): Promise<void> {
    await this.add(feed, provider, status, at);
  }

  /**
   * Stores that feeds were compared now. After a time in which no process compared a feed, also that its status was
   * unknown meanwhile. Of several processes, one stores it.
   */
  async see(watched: ReadonlyArray<Watched & { last: State }>, now: number): Promise<void> {
    const isGap = ({ last: { seenAt } }: { last: State }) => seenAt === null || now - seenAt.getTime() > UNWATCHED_MS;
    for (const one of watched.filter(isGap)) await this.resume(one, now);
    const due = watched.filter((one) => !isGap(one) && now - (one.last.seenAt?.getTime() ?? now) >= MINUTE_MS);
    if (due.length === 0) return;
    await this.database.query('update feed_states set seen_at = $1 where feed = any($2::text[]) and seen_at < $1', [
      new Date(now),
      due.map(({ feed }) => feed),
    ]);
  }

  private async resume({ feed, provider, last }: Watched & { last: State }, now: number): Promise<void> {
    const { status, seenAt } = last;
    await this.database.transaction(async (tx) => {
      const unchanged = seenAt === null ? isNull(feedStates.seenAt) : eq(feedStates.seenAt, seenAt);
      const [seen] = await tx
        .update(feedStates)
        .set({ seenAt: new Date(now) })
        .where(and(eq(feedStates.feed, feed), unchanged))
        .returning();
      if (seen === undefined) return;
      if (seenAt !== null) await this.add(feed, provider, 'unknown', seenAt.getTime());
      await this.add(feed, provider, status, now);
    });
  }

  /**
   * Returns the changes of a feed in a range (ms), newest first, and the last one before it.
   * @param limit maximum number of changes; the newest are returned
   */
  async read(feed: string, from: number, to: number, limit: number): Promise<FeedChange[]> {
    const { rows } = await this.database.query<{ at: Date; provider: string; status: HistoryStatus }>(
      `select at, provider, status from feed_changes
       where feed = $1 and at < $3
         and at >= coalesce((select max(at) from feed_changes where feed = $1 and at <= $2), $2)
       order by at desc limit $4`,
      [feed, new Date(from), new Date(to), limit],
    );
    return rows.map(({ at, ...change }) => ({ at: at.getTime(), ...change }));
  }

  /** Returns the time (ms) of the last comparison of a feed; undefined for an unknown feed, null before the first. */
  async seenAt(feed: string): Promise<number | null | undefined> {
    const [row] = await this.database.orm
      .select({ seenAt: feedStates.seenAt })
      .from(feedStates)
      .where(eq(feedStates.feed, feed));
    return row && (row.seenAt?.getTime() ?? null);
  }

  /** Returns since when and until when (ms) each feed was watched, by name; `until` is the last comparison. */
  async lifetimes(): Promise<FeedLifetime[]> {
    const { rows } = await this.database.query<{ feed: string; provider: string; since: Date; until: Date }>(
      `select feed, provider, coalesce((select min(at) from feed_changes change where change.feed = state.feed), since)
         as since, coalesce(seen_at, since) as until
       from feed_states state where status <> 'not_configured' order by feed`,
    );
    return rows.map(({ since, until, ...feed }) => ({ ...feed, since: since.getTime(), until: until.getTime() }));
  }

  /** Deletes up to `limit` changes before a time (ms), but not the last one of each feed. @returns their number */
  async deleteBefore(before: number, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `delete from feed_changes where ctid = any(array(
         select old.ctid from feed_changes old
         where old.at < $1
           and exists (select from feed_changes later where later.feed = old.feed and later.at > old.at and later.at < $1)
         limit $2))`,
      [new Date(before), limit],
    );
    return rowCount ?? 0;
  }

  private async add(feed: string, provider: string, status: string, at: number): Promise<void> {
    await this.database.orm
      .insert(feedChanges)
      .values({ feed, provider, status, at: new Date(at) })
      .onConflictDoUpdate({ target: [feedChanges.feed, feedChanges.at], set: { status } });
  }
}
