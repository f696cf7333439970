import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, desc, eq, gt, lt, lte, sql } from '../../../database/drizzle.js';
import { alertTicks } from '../alerts.schema.js';
import type { Chunk } from './tick-recorder.js';

/** Maximum number of chunks per statement. */
const BATCH = 200;

export type StoredChunk = typeof alertTicks.$inferSelect;

/** The recorded ticks in the database. */
@Service()
export class TickRecordRepository {
  constructor(private readonly database: Database) {}

  /** Stores chunks. A chunk that was stored before and has grown since replaces its row. */
  async save(chunks: readonly Chunk[]): Promise<void> {
    const { key, startedAt } = alertTicks;
    const set = {
      endedAt: sql`excluded.ended_at`,
      entries: sql`excluded.entries`,
      dropped: sql`excluded.dropped`,
      packed: sql`excluded.packed`,
    };
    for (let from = 0; from < chunks.length; from += BATCH) {
      const values = chunks.slice(from, from + BATCH).map(
        (chunk): StoredChunk => ({
          key: chunk.key,
          startedAt: new Date(chunk.startedAt),
          endedAt: new Date(chunk.endedAt),
          entries: chunk.entries.count,
          dropped: chunk.dropped,
          packed: chunk.entries.packed(),
        }),
      );
      await this.database.orm
        .insert(alertTicks)
        .values(values)
        .onConflictDoUpdate({ target: [key, startedAt], set });
    }
  }

  /** Returns the chunks of a symbol or series that overlap a range, earliest first. */
  async read(key: string, from: Date, to: Date): Promise<StoredChunk[]> {
    return this.database.orm
      .select()
      .from(alertTicks)
      .where(and(eq(alertTicks.key, key), gt(alertTicks.endedAt, from), lt(alertTicks.startedAt, to)))
      .orderBy(asc(alertTicks.startedAt));
  }

  /** Returns the last chunk with entries that ended at or before a time; undefined if no chunk ended by then. */
  async before(key: string, time: Date): Promise<StoredChunk | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(alertTicks)
      .where(and(eq(alertTicks.key, key), lte(alertTicks.endedAt, time), gt(alertTicks.entries, 0)))
      .orderBy(desc(alertTicks.startedAt))
      .limit(1);
    return row;
  }

  async countBefore(time: Date): Promise<number> {
    return this.database.orm.$count(alertTicks, lt(alertTicks.endedAt, time));
  }

  /** Deletes at most `limit` chunks that ended before a time. @returns the number deleted */
  async deleteBefore(time: Date, limit: number): Promise<number> {
    const { key, startedAt, endedAt } = alertTicks;
    const old = this.database.orm.select({ key, startedAt }).from(alertTicks).where(lt(endedAt, time)).limit(limit);
    const rows = await this.database.orm
      .delete(alertTicks)
      .where(sql`(${key}, ${startedAt}) in ${old}`)
      .returning({ key });
    return rows.length;
  }
}
