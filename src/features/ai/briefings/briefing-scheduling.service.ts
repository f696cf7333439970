import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import type { BriefingSchedule } from './briefing.js';
import { BriefingSchedules, type ScheduleChanges, type ScheduleInput } from './briefing-schedules.records.js';
import { Briefings } from './briefings.service.js';

/** Creates and changes briefing schedules. Checks before the transaction that the caller may see the subject. */
@Service()
export class BriefingScheduling {
  constructor(
    private readonly schedules: BriefingSchedules,
    private readonly briefings: Briefings,
  ) {}

  /**
   * Creates a schedule.
   * @throws Problem `invalid_request` for an unknown place and for ids that the caller does not own, `quota_reached`
   */
  async create(caller: Caller, input: ScheduleInput, signal: AbortSignal): Promise<BriefingSchedule> {
    const named = await this.briefings.check(caller, input, signal);
    return this.schedules.create(caller.accountId, { ...input, place: named?.name });
  }

  /**
   * Changes a schedule.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request` for an unknown place and for ids that the
   * caller does not own
   */
  async change(
    caller: Caller,
    id: string,
    changes: ScheduleChanges,
    signal: AbortSignal,
    ifMatch?: string,
  ): Promise<BriefingSchedule> {
    const { place, bbox } = await this.schedules.get(caller.accountId, id);
    const subject = {
      ...changes,
      place: changes.place === undefined ? place : changes.place,
      bbox: changes.bbox === undefined ? bbox : changes.bbox,
    };
    const named = await this.briefings.check(caller, subject, signal);
    const revised = changes.place ? { ...changes, place: named?.name } : changes;
    return this.schedules.change(caller.accountId, id, revised, ifMatch);
  }
}
