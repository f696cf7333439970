import { Service } from 'typedi';
import type { Weekday } from '../../../accounts/account.js';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import type { ResourceUsage } from '../../../accounts/resource-usages.js';
import { Problem } from '../../../api/problem.js';
import { actingForAccount } from '../../../async/account-context.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import type { Caller } from '../../../http/caller.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { AiConfig } from '../ai.config.js';
import { briefingSchedule } from './briefing.events.js';
import { type Briefing, type BriefingSchedule, type BriefingSubject, lookBackMs, nextTime } from './briefing.js';
import { BriefingScheduleRepository } from './briefing-schedule.repository.js';
import { Briefings } from './briefings.service.js';

/** A schedule as the caller sends it. */
export interface ScheduleInput extends BriefingSubject {
  name: string;
  time: string;
  weekday?: Weekday | null;
}

/** Changes of a schedule: omitted fields are unchanged, null removes a value. */
export type ScheduleChanges = Partial<ScheduleInput>;

/** Maximum number of due briefings that are published per round. */
const MAX_DUE = 20;
const MAX_CONTENT = 40_000;

/** Manages briefing schedules and publishes due briefings. */
@Service()
export class BriefingSchedules {
  constructor(
    private readonly repository: BriefingScheduleRepository,
    private readonly briefings: Briefings,
    private readonly accounts: AccountsService,
    private readonly events: EventLog,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: AiConfig,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Returns a schedule of the account. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<BriefingSchedule> {
    return found(await this.repository.find(accountId, id));
  }

  /** Lists schedules by creation, after the schedule `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<BriefingSchedule[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /**
   * Creates a schedule.
   * @throws Problem `invalid_request` for an unknown place and for ids that the caller does not own, `quota_reached`
   */
  async create(
    caller: Caller,
    { name, time, weekday = null, watchlistId = null, portfolioId = null, bbox = null, place = null }: ScheduleInput,
    signal: AbortSignal,
  ): Promise<BriefingSchedule> {
    const { accountId } = caller;
    const named = await this.briefings.check(caller, { watchlistId, portfolioId, bbox, place }, signal);
    return this.database.transaction(async () => {
      const limit = this.config.briefings;
      const detail = `An account has at most ${limit} scheduled briefings; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      const now = new Date(this.clock.now());
      const times = { nextAt: nextTime({ time, weekday }, now), version: 1, createdAt: now, updatedAt: now };
      const schedule: BriefingSchedule = {
        id: uuidV7(),
        accountId,
        name,
        time,
        weekday,
        watchlistId,
        portfolioId,
        bbox,
        place: named?.name ?? null,
        ...times,
      };
      await this.repository.insert(schedule);
      return schedule;
    });
  }

  /**
   * Changes a schedule; the version increases only if something differs.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request` for ids that the caller does not own
   */
  async change(
    caller: Caller,
    id: string,
    changes: ScheduleChanges,
    signal: AbortSignal,
    ifMatch?: string,
  ): Promise<BriefingSchedule> {
    const versions = expectedVersions(ifMatch, id);
    const before = await this.get(caller.accountId, id);
    const subject = {
      ...changes,
      place: changes.place === undefined ? before.place : changes.place,
      bbox: changes.bbox === undefined ? before.bbox : changes.bbox,
    };
    const named = await this.briefings.check(caller, subject, signal);
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(caller.accountId, id));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      const set = Object.fromEntries(
        Object.entries({ ...changes, ...(changes.place && { place: named?.name }) }).filter(
          ([, value]) => value !== undefined,
        ),
      );
      const now = new Date(this.clock.now());
      const next: BriefingSchedule = { ...current, ...set };
      if (JSON.stringify(next) === JSON.stringify(current)) return current;
      const revised = { ...next, nextAt: nextTime(next, now), version: current.version + 1, updatedAt: now };
      await this.repository.replace(revised);
      return revised;
    });
  }

  /** Deletes a schedule. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      assertVersion(ifMatch, found(await this.repository.hold(accountId, id)));
      await this.repository.remove(id);
    });
  }

  async usage(accountId: string): Promise<ResourceUsage[]> {
    return [{ name: 'ai_briefings', used: await this.repository.count(accountId), limit: this.config.briefings }];
  }

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

  /** Returns the account as a caller without a session, for its schedule; undefined while the account is disabled. */
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
  ...{
    scheduleId,
    name,
    from: from.toISOString(),
    to: to.toISOString(),
    content: content.slice(0, MAX_CONTENT).toWellFormed(),
  },
  citations: citations.map(({ recordType, recordId, href }) => ({ recordType, recordId, href })),
});

function found(schedule: BriefingSchedule | undefined): BriefingSchedule {
  if (schedule === undefined)
    throw new Problem('not_found', { detail: 'You have no scheduled briefing with this id.' });
  return schedule;
}
