import { Service } from 'typedi';
import type { Caller } from '../../http/caller.js';
import { AccountRateLimit, type RateUsage } from '../../http/rate-limit/account-rate-limit.js';
import { MAX_SESSIONS_PER_ACCOUNT } from '../auth/session.js';
import { SessionsService } from '../auth/sessions.service.js';

export interface Usage {
  rate: RateUsage;
  sessions: { active: number; limit: number };
}

@Service()
export class UsageService {
  constructor(
    private readonly rateLimit: AccountRateLimit,
    private readonly sessions: SessionsService,
  ) {}

  async read(caller: Caller): Promise<Usage> {
    const [rate, sessions] = await Promise.all([this.rateLimit.usage(caller), this.sessions.list(caller.accountId)]);
    return { rate, sessions: { active: sessions.length, limit: MAX_SESSIONS_PER_ACCOUNT } };
  }
}
