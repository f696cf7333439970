import type { Context } from 'koa';
import { Service } from 'typedi';
import { LimitsConfig } from '../../config/limits-config.js';
import { Problem } from '../problem.js';
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

/** The two limits of an account: requests in a window, and requests at the same time. */
@Service()
export class AccountRateLimit {
  private readonly running = new Map<string, number>();
  readonly countRequest: RouteStep;

  constructor(
    private readonly config: LimitsConfig,
    store: WindowStore,
    ceilings: CeilingNotice,
  ) {
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

  /** @throws Problem `too_many_concurrent` */
  readonly holdPlace: RouteStep = async (ctx, next) => {
    const account = ctx.state.caller?.accountId as string;
    const count = this.running.get(account) ?? 0;
    if (count >= this.config.concurrency) {
      throw new Problem('too_many_concurrent', {
        detail: `At most ${this.config.concurrency} requests of an account run at a time; wait for one to end.`,
        headers: { 'Retry-After': '1' },
      });
    }
    this.running.set(account, count + 1);
    try {
      await next();
    } finally {
      const left = (this.running.get(account) ?? 1) - 1;
      if (left === 0) this.running.delete(account);
      else this.running.set(account, left);
    }
  };
}
