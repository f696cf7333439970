import { Service } from 'typedi';
import type { Weekday } from '../../../accounts/account.js';
import { Database } from '../../../database/database.js';
import { and, eq, lte } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import type { Order } from '../../../time/sort-order.js';
import { briefingSchedules as schedules } from '../ai.schema.js';
import type { BriefingSchedule } from './briefing.js';

type Row = typeof schedules.$inferSelect;

const scheduleOf = (row: Row): BriefingSchedule => ({ ...row, weekday: row.weekday as Weekday | null });
const own = (accountId: string, id: string) => and(eq(schedules.id, id), eq(schedules.accountId, accountId));

/** Stores the schedules of briefings. */
@Service()
export class BriefingScheduleRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<BriefingSchedule | undefined> {
    const [row] = await this.database.orm.select().from(schedules).where(own(accountId, id));
    return row && scheduleOf(row);
  }

  /** Reads a schedule and locks it until the transaction ends. */
  async hold(accountId: string, id: string): Promise<BriefingSchedule | undefined> {
    const [row] = await this.database.orm.select().from(schedules).where(own(accountId, id)).for('update');
    return row && scheduleOf(row);
  }

  /** Lists schedules by creation, after the schedule `after`. */
  async list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<BriefingSchedule[]> {
    const rows = await this.database.orm
      .select()
      .from(schedules)
      .where(and(eq(schedules.accountId, accountId), afterKey(schedules.id, order, after)))
      .orderBy(inOrder(schedules.id, order))
      .limit(limit);
    return rows.map(scheduleOf);
  }

  /** Lists the due schedules of all accounts, the oldest first. */
  async due(now: Date, limit: number): Promise<BriefingSchedule[]> {
    const rows = await this.database.orm
      .select()
      .from(schedules)
      .where(lte(schedules.nextAt, now))
      .orderBy(schedules.nextAt, schedules.id)
      .limit(limit);
    return rows.map(scheduleOf);
  }

  count(accountId: string): Promise<number> {
    return this.database.orm.$count(schedules, eq(schedules.accountId, accountId));
  }

  async insert(schedule: BriefingSchedule): Promise<void> {
    await this.database.orm.insert(schedules).values({
      ...schedule,
      watchlistId: schedule.watchlistId ?? null,
      portfolioId: schedule.portfolioId ?? null,
      bbox: schedule.bbox ?? null,
      place: schedule.place ?? null,
    });
  }

  async replace({ id, accountId: _, createdAt: __, ...revised }: BriefingSchedule): Promise<void> {
    await this.database.orm.update(schedules).set(revised).where(eq(schedules.id, id));
  }

  /** Sets when the next briefing is due; the version does not change. */
  async postpone(id: string, nextAt: Date): Promise<void> {
    await this.database.orm.update(schedules).set({ nextAt }).where(eq(schedules.id, id));
  }

  async remove(id: string): Promise<void> {
    await this.database.orm.delete(schedules).where(eq(schedules.id, id));
  }
}
