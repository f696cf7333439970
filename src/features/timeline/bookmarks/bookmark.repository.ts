import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq } from '../../../database/drizzle.js';
import { beyond, inOrder } from '../../../database/in-order.js';
import type { Order } from '../../../time/order.js';
import { timelineBookmarks } from '../timeline.schema.js';
import type { Bookmark } from './bookmark.js';

const own = (accountId: string, id: string) =>
  and(eq(timelineBookmarks.id, id), eq(timelineBookmarks.accountId, accountId));

/** Stores bookmarks. */
@Service()
export class BookmarkRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<Bookmark | undefined> {
    const [row] = await this.database.orm.select().from(timelineBookmarks).where(own(accountId, id));
    return row;
  }

  /** Locks and returns a bookmark until the transaction ends. */
  async hold(accountId: string, id: string): Promise<Bookmark | undefined> {
    const [row] = await this.database.orm.select().from(timelineBookmarks).where(own(accountId, id)).for('update');
    return row;
  }

  /** By creation, after the bookmark `after`. */
  async list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Bookmark[]> {
    return this.database.orm
      .select()
      .from(timelineBookmarks)
      .where(and(eq(timelineBookmarks.accountId, accountId), beyond(timelineBookmarks.id, order, after)))
      .orderBy(inOrder(timelineBookmarks.id, order))
      .limit(limit);
  }

  count(accountId: string): Promise<number> {
    return this.database.orm.$count(timelineBookmarks, eq(timelineBookmarks.accountId, accountId));
  }

  /** @returns false if the account has marked the event before */
  async insert(bookmark: Bookmark): Promise<boolean> {
    const rows = await this.database.orm
      .insert(timelineBookmarks)
      .values(bookmark)
      .onConflictDoNothing()
      .returning({ id: timelineBookmarks.id });
    return rows.length > 0;
  }

  async replace({ id, note, version, updatedAt }: Bookmark): Promise<void> {
    await this.database.orm
      .update(timelineBookmarks)
      .set({ note, version, updatedAt })
      .where(eq(timelineBookmarks.id, id));
  }

  async remove(id: string): Promise<void> {
    await this.database.orm.delete(timelineBookmarks).where(eq(timelineBookmarks.id, id));
  }
}
