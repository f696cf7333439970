import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { actingForAccount } from '../../../async/account-context.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import type { Caller } from '../../../http/caller.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { briefingSchedule } from './briefing.events.js';
import { type Briefing, type BriefingSchedule, lookBackMs, nextTime } from './briefing.js';
import { BriefingScheduleRepository } from './briefing-schedule.repository.js';
import { Briefings } from './briefings.service.js';

/** Maximum number of due briefings that are published per round. */
const MAX_DUE = 20;
const MAX_CONTENT = 40_000;

/** Publishes due briefings. */
@Service()
export class BriefingPublisher {
  constructor(
    private readonly repository: BriefingScheduleRepository,
    private readonly briefings: Briefings,
    private readonly accounts: AccountsService,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Publishes the due briefings, one after another. If one fails, the error is logged, and it is due again at its next
   * time.
   */
  async publishDue(signal: AbortSignal): Promise<void> {
    for (const schedule of await this.repository.due(new Date(this.clock.now()), MAX_DUE)) {
      if (signal.aborted) return;
      try {
        await actingForAccount(schedule.accountId, () => this.publish(schedule, signal));
      } catch (error) {
        this.log.warn({ err: error, scheduleId: schedule.id }, 'Scheduled briefing failed.');
        await this.repository.postpone(schedule.id, nextTime(schedule, new Date(this.clock.now())));
      }
    }
  }

  /**
   * Publishes a briefing. The event and the next due time are stored in one transaction, so that only one process
   * publishes it.
   */
  private async publish(schedule: BriefingSchedule, signal: AbortSignal): Promise<void> {
    const { id, accountId, name, nextAt } = schedule;
    const caller = await this.callerOf(accountId);
    const now = new Date(this.clock.now());
    const period = { from: new Date(nextAt.getTime() - lookBackMs(schedule)).toISOString(), to: nextAt.toISOString() };
    const briefing =
      caller === undefined ? undefined : await this.briefings.write(caller, { ...schedule, ...period }, signal, name);
    await this.database.transaction(async () => {
      const current = await this.repository.hold(accountId, id);
      if (current === undefined || current.nextAt.getTime() !== nextAt.getTime()) return;
      if (briefing !== undefined)
        await this.events.append(briefingSchedule, {
          data: dataOf(id, name, briefing),
          subject: `briefing:${id}`,
          ownerId: accountId,
        });
      await this.repository.postpone(id, nextTime(schedule, now));
    });
  }

  /** Returns a caller without a session for the account of a schedule; undefined while the account is disabled. */
  private async callerOf(accountId: string): Promise<Caller | undefined> {
    const { role, disabledAt } = await this.accounts.get(accountId);
    if (disabledAt !== null) return undefined;
    return {
      accountId,
      role,
      credentialId: '',
      isScheduled: true,
      rateCeiling: null,
      tokenExpiresAt: Number.MAX_SAFE_INTEGER,
    };
  }
}

const dataOf = (scheduleId: string, name: string, { from, to, content, citations }: Briefing) => ({
  scheduleId,
  name,
  from: from.toISOString(),
  to: to.toISOString(),
  content: content.slice(0, MAX_CONTENT).toWellFormed(),
  citations: citations.map(({ recordType, recordId, href }) => ({ recordType, recordId, href })),
});
