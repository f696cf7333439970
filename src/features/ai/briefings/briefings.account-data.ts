import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { AiBriefing } from './briefing.dto.js';
import { BriefingSchedules } from './briefing-schedules.service.js';

/** The scheduled briefings of an account. */
@Service()
export class AiBriefingsData extends AccountData {
  readonly section = 'aiBriefings';
  readonly description = 'Its scheduled briefings.';
  readonly item = AiBriefing;

  constructor(private readonly schedules: BriefingSchedules) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.schedules.list(accountId, this.maxItems)).map(AiBriefing.from);
  }
}
