import { Service } from 'typedi';
import type { Weekday } from '../../../accounts/account.js';
import { Database } from '../../../database/database.js';
import { eq, lte } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { briefingSchedules as schedules } from '../ai.schema.js';
import type { BriefingSchedule } from './briefing.js';

type Row = typeof schedules.$inferSelect;

@Service()
export class BriefingScheduleRepository extends OwnedTable<Row, BriefingSchedule> {
  constructor(database: Database) {
    super(database, schedules);
  }

  /** Lists the due schedules of all accounts, the oldest first. */
  async due(now: Date, limit: number): Promise<BriefingSchedule[]> {
    const rows = await this.database.orm
      .select()
      .from(schedules)
      .where(lte(schedules.nextAt, now))
      .orderBy(schedules.nextAt, schedules.id)
      .limit(limit);
    return rows.map((row) => this.itemOf(row));
  }

  /** Sets when the next briefing is due; the version does not change. */
  async postpone(id: string, nextAt: Date): Promise<void> {
    await this.database.orm.update(schedules).set({ nextAt }).where(eq(schedules.id, id));
  }

  protected override itemOf(row: Row): BriefingSchedule {
    return { ...row, weekday: row.weekday as Weekday | null };
  }
}
