import type { Context } from 'koa';
import { Service } from 'typedi';
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
}

@Service()
export class UsageService {
  constructor(
    private readonly limits: LimitsConfig,
    private readonly auth: AuthApi,
    private readonly shares: UpstreamShares,
  ) {}

  async read(caller: Caller, ctx: Context): Promise<Usage> {
    const [active, upstreams] = await Promise.all([this.auth.countSessions(caller.accountId), this.shares.of(caller.accountId)]);
    return {
      rate: rateUsageOf(ctx),
      windowMs: this.limits.rateWindowMs,
      sessions: { active, limit: this.auth.maxSessions },
      upstreams,
    };
  }
}
