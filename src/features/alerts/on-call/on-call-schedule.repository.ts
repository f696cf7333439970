import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, inArray } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { alertOnCallSchedules } from '../alerts.schema.js';
import { type OnCallSchedule, onCallAt } from './on-call-schedule.js';

@Service()
export class OnCallScheduleRepository extends OwnedTable<OnCallSchedule> {
  constructor(database: Database) {
    super(database, alertOnCallSchedules);
  }

  /** Returns the schedules of an account with these ids, in their order; ids of others are left out. */
  async among(accountId: string, ids: readonly string[]): Promise<OnCallSchedule[]> {
    if (ids.length === 0) return [];
    const { id, accountId: owner } = alertOnCallSchedules;
    const found = await this.items(and(eq(owner, accountId), inArray(id, [...ids])));
    return ids.flatMap((wanted) => found.find((schedule) => schedule.id === wanted) ?? []);
  }

  /** Returns the ids of the contacts that are on call by some schedules at a moment (ms). */
  async onCall(accountId: string, scheduleIds: readonly string[], at: number): Promise<string[]> {
    return (await this.among(accountId, scheduleIds)).flatMap((schedule) => onCallAt(schedule, at) ?? []);
  }
}
