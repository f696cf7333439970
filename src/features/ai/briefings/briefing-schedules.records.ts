import { Service } from 'typedi';
import type { Weekday } from '../../../accounts/account.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { AiConfig } from '../ai.config.js';
import { BriefingScheduleDto } from './briefing.dto.js';
import { type BriefingSchedule, type BriefingSubject, nextTime } from './briefing.js';
import { BriefingScheduleRepository } from './briefing-schedule.repository.js';

/** A schedule as the caller sends it. */
export interface ScheduleInput extends BriefingSubject {
  name: string;
  time: string;
  weekday?: Weekday | null;
}

/** Changes of a schedule: omitted fields are unchanged, null removes a value. */
export type ScheduleChanges = Partial<ScheduleInput>;

/** Manages the briefing schedules of accounts. `BriefingScheduling` checks their subjects beforehand. */
@Service()
export class BriefingSchedules extends OwnedRecords<BriefingSchedule, ScheduleInput, ScheduleChanges> {
  constructor(parts: OwnedParts, repository: BriefingScheduleRepository, config: AiConfig) {
    super(parts, {
      table: repository,
      noun: 'scheduled briefing',
      limitName: 'ai_briefings',
      maxLimit: 1_000,
      limit: () => config.briefings,
      exported: {
        section: 'briefingSchedules',
        description: 'Its scheduled briefings.',
        item: BriefingScheduleDto,
      },
    });
  }

  protected fresh(_accountId: string, input: ScheduleInput, now: Date): ContentOf<BriefingSchedule> {
    const { name, time, weekday = null, watchlistId = null, portfolioId = null, bbox = null, place = null } = input;
    return { name, time, weekday, watchlistId, portfolioId, bbox, place, nextAt: nextTime({ time, weekday }, now) };
  }

  protected revised(_schedule: BriefingSchedule, changes: ScheduleChanges): Partial<BriefingSchedule> {
    return changes;
  }

  /** Computes the next due time of a changed schedule from now on. */
  protected override async check(schedule: BriefingSchedule, before?: BriefingSchedule): Promise<void> {
    if (before !== undefined) schedule.nextAt = nextTime(schedule, schedule.updatedAt);
  }

  protected override quotaDetail(limit: number): string {
    return `An account has at most ${limit} scheduled briefings; delete one first.`;
  }
}
