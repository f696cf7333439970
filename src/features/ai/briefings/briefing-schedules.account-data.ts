import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { BriefingScheduleDto } from './briefing.dto.js';
import { BriefingSchedules } from './briefing-schedules.service.js';

/** Exports the scheduled briefings of an account. */
@Service()
export class BriefingSchedulesData extends AccountData {
  readonly section = 'briefingSchedules';
  readonly description = 'Its scheduled briefings.';
  readonly item = BriefingScheduleDto;

  constructor(private readonly schedules: BriefingSchedules) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.schedules.list(accountId, this.maxItems)).map(BriefingScheduleDto.from);
  }
}
