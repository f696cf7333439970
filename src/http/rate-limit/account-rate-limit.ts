import type { Context } from 'koa';
import { Service } from 'typedi';
import { LimitsConfig } from '../../config/limits-config.js';
import type { RouteStep } from '../route/radix-driver.js';
import { CeilingNotice } from './ceiling-notice.js';
import { rateLimit } from './rate-limit.js';
import { WindowStore } from './window-store.js';

export interface RateUsage {
  limit: number;
  remaining: number;
  /** ms since epoch, whole seconds. */
  resetsAtMs: number;
}

/** What is left of the caller's window, as this answer's own headers tell it. */
export function rateUsageOf(ctx: Context): RateUsage {
  const read = (name: string) => Number(ctx.res.getHeader(`X-RateLimit-${name}`));
  return { limit: read('Limit'), remaining: read('Remaining'), resetsAtMs: read('Reset') * 1000 };
}

/** The limit of an account's requests in a window. */
@Service()
export class AccountRateLimit {
  readonly countRequest: RouteStep;

  constructor(config: LimitsConfig, store: WindowStore, ceilings: CeilingNotice) {
    const limiter = rateLimit({
      store,
      namespace: 'account',
      durationMs: config.rateWindowMs,
      max: (ctx) => ctx.state.caller?.rateCeiling ?? config.rateLimit,
      id: (ctx) => ctx.state.caller?.accountId ?? false,
      onRefused: (accountId, ceiling) => ceilings.reached(accountId, ceiling),
    });
    this.countRequest = (ctx, next) => limiter(ctx as never, next) as Promise<void>;
  }
}
