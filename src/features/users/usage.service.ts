import type { Context } from 'koa';
import { Service } from 'typedi';
import { type ResourceUsage, ResourceUsages } from '../../accounts/resource-usages.js';
import { UsageRepository } from '../../accounts/usage.repository.js';
import { LimitsConfig } from '../../config/limits-config.js';
import type { Caller } from '../../http/caller.js';
import { type RateUsage, rateUsageOf } from '../../http/rate-limit/account-rate-limit.js';
import type { UsageCounts } from '../../http/usage-meter.js';
import { Clock } from '../../time/clock.js';
import { DAY_MS } from '../../time/durations.js';
import { type UpstreamShare, UpstreamShares } from '../../upstream/upstream-shares.js';
import { AuthApi } from '../auth/auth.api.js';

export interface Usage {
  rate: RateUsage;
  windowMs: number;
  sessions: { active: number; limit: number };
  upstreams: UpstreamShare[];
  resources: ResourceUsage[];
  lastDay: UsageCounts;
}

@Service()
export class UsageService {
  constructor(
    private readonly limits: LimitsConfig,
    private readonly auth: AuthApi,
    private readonly shares: UpstreamShares,
    private readonly resources: ResourceUsages,
    private readonly hours: UsageRepository,
    private readonly clock: Clock,
  ) {}

  async read(caller: Caller, ctx: Context): Promise<Usage> {
    const { accountId } = caller;
    const now = this.clock.now();
    const [active, upstreams, resources, lastDay] = await Promise.all([
      this.auth.countSessions(accountId),
      this.shares.of(accountId),
      this.resources.of(accountId),
      this.hours.total({ from: new Date(now - DAY_MS), to: new Date(now) }, accountId),
    ]);
    return {
      rate: rateUsageOf(ctx),
      windowMs: this.limits.rateWindowMs,
      sessions: { active, limit: this.auth.maxSessions },
      upstreams,
      resources,
      lastDay,
    };
  }
}
