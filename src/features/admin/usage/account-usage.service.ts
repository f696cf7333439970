import { Service } from 'typedi';
import type { AccountUsageTotals, UsagePeriod } from '../../../accounts/account-usage.js';
import { UsageRepository } from '../../../accounts/usage.repository.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import type { Caller } from '../../../http/caller.js';
import type { TimeWindow } from '../../../http/time-window.js';
import type { UsageCounts, UsageKind } from '../../../http/usage-meter.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { entryOf } from '../operator-entry.js';
import { type ReadOrigin, ReadReasons, reasonOf } from '../read-reasons.js';

const KEPT_DAYS = 35;
const BATCH = 10_000;

/** Reads the usage of accounts. */
@Service()
export class AccountUsage {
  constructor(
    private readonly repository: UsageRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly reasons: ReadReasons,
  ) {}

  /**
   * Returns a period rounded outwards to whole hours. Default of `to`: now; of `from`: one day before `to`.
   * @throws Problem `invalid_request` for an empty period
   */
  period({ from, to }: TimeWindow): UsagePeriod {
    const end = to?.getTime() ?? this.clock.now();
    const start = from?.getTime() ?? end - DAY_MS;
    if (start >= end)
      throw new Problem('invalid_request', {
        detail: 'Some parameters are not valid; see errors.',
        errors: [{ pointer: 'query/from', detail: 'must be before `to`, which is now by default' }],
      });
    return { from: new Date(Math.floor(start / HOUR_MS) * HOUR_MS), to: new Date(Math.ceil(end / HOUR_MS) * HOUR_MS) };
  }

  /**
   * Lists accounts by usage, highest first.
   * @param after last account of the previous page, with its value
   * @throws Problem `invalid_request` if a required reason is missing
   */
  async list(
    operator: Caller,
    period: UsagePeriod,
    sort: UsageKind,
    origin: ReadOrigin,
    limit: number,
    after?: readonly [number, string],
  ): Promise<{ accounts: AccountUsageTotals[]; totals: UsageCounts }> {
    this.reasons.check(origin);
    const [accounts, totals] = [
      await this.repository.list(period, sort, limit, after),
      await this.repository.total(period),
    ];
    await this.audit.append(entryOf(operator, 'usage.listed', null, origin, reasonOf(origin)));
    return { accounts, totals };
  }

  async countOld(): Promise<number> {
    return this.repository.countBefore(this.oldest());
  }

  /** Deletes a batch of hours past their retention. @returns whether more may be left */
  async forgetOld(): Promise<boolean> {
    return (await this.repository.forget(this.oldest(), BATCH)) === BATCH;
  }

  private oldest(): Date {
    return new Date(this.clock.now() - KEPT_DAYS * DAY_MS);
  }
}
