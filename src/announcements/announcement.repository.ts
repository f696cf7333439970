import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { and, asc, desc, eq, gt, isNull, lte, or, sql } from '../database/drizzle.js';
import { afterKey, inOrder } from '../database/order-by.js';
import { announcements } from '../database/schema.js';
import type { Order } from '../time/sort-order.js';
import type { Announcement } from './announcement.js';

const { id, startsAt, endsAt, publishedAt } = announcements;

@Service()
export class AnnouncementRepository {
  constructor(private readonly database: Database) {}

  async find(announcement: string): Promise<Announcement | undefined> {
    return (await this.database.orm.select().from(announcements).where(eq(id, announcement)))[0];
  }

  /** Returns the announcement, locked against changes until the transaction ends; undefined when it does not exist. */
  async hold(announcement: string): Promise<Announcement | undefined> {
    return (await this.database.orm.select().from(announcements).where(eq(id, announcement)).for('update'))[0];
  }

  /** Lists announcements in the order of creation, after the announcement `after`. */
  list(limit: number, order: Order, after?: string): Promise<Announcement[]> {
    return this.database.orm
      .select()
      .from(announcements)
      .where(afterKey(id, order, after))
      .orderBy(inOrder(id, order))
      .limit(limit);
  }

  /** Lists the announcements that accounts see at a time, the latest first. */
  current(now: Date): Promise<Announcement[]> {
    return this.database.orm.select().from(announcements).where(isCurrent(now)).orderBy(desc(startsAt), desc(id));
  }

  /**
   * Returns current announcements whose event was not appended yet, locked until the transaction ends. Announcements
   * that another process has locked are left out.
   */
  holdUnpublished(now: Date): Promise<Announcement[]> {
    return this.database.orm
      .select()
      .from(announcements)
      .where(and(isNull(publishedAt), isCurrent(now)))
      .orderBy(asc(id))
      .for('update', { skipLocked: true });
  }

  /** Returns the number of announcements, and makes other transactions that add one wait until this one ends. */
  async countAlone(): Promise<number> {
    await this.database.orm.execute(sql`lock table ${announcements} in share row exclusive mode`);
    return this.database.orm.$count(announcements);
  }

  async insert(announcement: Announcement): Promise<void> {
    await this.database.orm.insert(announcements).values(announcement);
  }

  async replace(announcement: Announcement): Promise<void> {
    await this.database.orm.update(announcements).set(announcement).where(eq(id, announcement.id));
  }

  async markPublished(announcement: string, at: Date): Promise<void> {
    await this.database.orm.update(announcements).set({ publishedAt: at }).where(eq(id, announcement));
  }

  async remove(announcement: string): Promise<void> {
    await this.database.orm.delete(announcements).where(eq(id, announcement));
  }
}

const isCurrent = (now: Date) => and(lte(startsAt, now), or(isNull(endsAt), gt(endsAt, now)));
