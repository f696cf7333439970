import type { Context } from 'koa';
import { Service } from 'typedi';
import { type ResourceUsage, ResourceUsages } from '../../accounts/resource-usages.js';
import { LimitsConfig } from '../../config/limits-config.js';
import type { Caller } from '../../http/caller.js';
import { type RateUsage, rateUsageOf } from '../../http/rate-limit/account-rate-limit.js';
import { type UpstreamShare, UpstreamShares } from '../../upstream/upstream-shares.js';
import { AuthApi } from '../auth/auth.api.js';

export interface Usage {
  rate: RateUsage;
  windowMs: number;
  sessions: { active: number; limit: number };
  upstreams: UpstreamShare[];
  resources: ResourceUsage[];
}

@Service()
export class UsageService {
  constructor(
    private readonly limits: LimitsConfig,
    private readonly auth: AuthApi,
    private readonly shares: UpstreamShares,
    private readonly resources: ResourceUsages,
  ) {}

  async read(caller: Caller, ctx: Context): Promise<Usage> {
    const { accountId } = caller;
    const [active, upstreams, resources] = await Promise.all([this.auth.countSessions(accountId), this.shares.of(accountId), this.resources.of(accountId)]);
    return {
      rate: rateUsageOf(ctx),
      windowMs: this.limits.rateWindowMs,
      sessions: { active, limit: this.auth.maxSessions },
      upstreams,
      resources,
    };
  }
}
