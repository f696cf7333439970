import type { Context } from 'koa';
import { Service } from 'typedi';
import { LimitsConfig } from '../../config/limits-config.js';
import type { Caller } from '../../http/caller.js';
import { type RateUsage, rateUsageOf } from '../../http/rate-limit/account-rate-limit.js';
import { defaultSessionLimits } from '../auth/session.js';
import { SessionsService } from '../auth/sessions.service.js';

export interface Usage {
  rate: RateUsage;
  windowMs: number;
  sessions: { active: number; limit: number };
}

@Service()
export class UsageService {
  constructor(
    private readonly limits: LimitsConfig,
    private readonly sessions: SessionsService,
  ) {}

  async read(caller: Caller, ctx: Context): Promise<Usage> {
    const sessions = await this.sessions.list(caller.accountId);
    return { rate: rateUsageOf(ctx), windowMs: this.limits.rateWindowMs, sessions: { active: sessions.length, limit: defaultSessionLimits.perAccount } };
  }
}
