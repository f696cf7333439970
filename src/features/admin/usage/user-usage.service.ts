import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { type ResourceUsage, ResourceUsages } from '../../../accounts/resource-usages.js';
import { UsageRepository } from '../../../accounts/usage.repository.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { LimitsConfig } from '../../../config/limits-config.js';
import type { Caller } from '../../../http/caller.js';
import type { UsageCounts } from '../../../http/usage-meter.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, SECOND_MS } from '../../../time/durations.js';
import { AuthApi } from '../../auth/auth.api.js';
import { entryOf } from '../operator-entry.js';
import { type ReadOrigin, ReadReasons, reasonOf } from '../read-reasons.js';

export interface UserUsage {
  accountId: string;
  rateLimit: { limit: number; windowSeconds: number };
  sessions: { active: number; limit: number };
  resources: ResourceUsage[];
  lastDay: UsageCounts;
}

/** Reads the usage and the limits of an account. Each read is recorded in the audit log. */
@Service()
export class UserUsages {
  constructor(
    private readonly accounts: AccountsService,
    private readonly auth: AuthApi,
    private readonly resources: ResourceUsages,
    private readonly hours: UsageRepository,
    private readonly limits: LimitsConfig,
    private readonly reasons: ReadReasons,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the usage of an account.
   * @throws Problem `not_found` for an unknown account, or `invalid_request` if a required reason is missing
   */
  async read(operator: Caller, accountId: string, origin: ReadOrigin): Promise<UserUsage> {
    this.reasons.check(origin);
    const { rateCeiling } = await this.accounts.get(accountId);
    const now = this.clock.now();
    const usage = {
      accountId,
      rateLimit: {
        limit: rateCeiling ?? this.limits.rateLimit,
        windowSeconds: Math.ceil(this.limits.rateWindowMs / SECOND_MS),
      },
      sessions: { active: await this.auth.countSessions(accountId), limit: this.auth.maxSessions },
      resources: await this.resources.of(accountId),
      lastDay: await this.hours.total({ from: new Date(now - DAY_MS), to: new Date(now) }, accountId),
    };
    await this.audit.append(entryOf(operator, 'user.usage_read', accountId, origin, reasonOf(origin)));
    return usage;
  }
}
