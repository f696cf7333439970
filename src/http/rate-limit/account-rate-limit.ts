import type { Context } from 'koa';
import { Service } from 'typedi';
import { LimitsConfig } from '../../config/limits-config.js';
import type { Caller } from '../caller.js';
import type { RouteStep } from '../route/radix-driver.js';
import { CeilingNotice } from './ceiling-notice.js';
import { RateLimitPolicy, secondsLeft } from './limited-call.js';
import { rateLimit } from './rate-limit.js';
import { type WindowHit, WindowStore } from './window-store.js';

export interface RateUsage {
  limit: number;
  remaining: number;
  /** End of the window (ms since epoch), rounded to whole seconds. */
  resetsAtMs: number;
}

/** Returns the state of the caller's window, as sent in the response headers. */
export function rateUsageOf(ctx: Context): RateUsage {
  const read = (name: string) => Number(ctx.res.getHeader(`X-RateLimit-${name}`));
  return { limit: read('Limit'), remaining: read('Remaining'), resetsAtMs: read('Reset') * 1000 };
}

/** The caller's window after a request that was refused for another reason was counted in it. */
export interface CountedRefusal {
  /** Names and values of `X-RateLimit-*`, `RateLimit` and `RateLimit-Policy`, alternately. */
  headers: string[];
  /** Seconds until the window ends, if the limit is exceeded; else undefined. */
  waitSeconds: number | undefined;
}

const NAMESPACE = 'account';

/** Limits the number of requests of an account in a window. */
@Service()
export class AccountRateLimit {
  readonly countRequest: RouteStep;

  /** Middleware for the current length of the window. */
  private limiter: { durationMs: number; step: RouteStep };
  private policy: RateLimitPolicy;

  constructor(
    private readonly config: LimitsConfig,
    private readonly store: WindowStore,
    private readonly ceilings: CeilingNotice,
  ) {
    this.policy = new RateLimitPolicy(config.rateLimit, config.rateWindowMs);
    this.limiter = this.limiterOf(config.rateWindowMs);
    this.countRequest = (ctx, next) => this.usualLimiter().step(ctx, next);
  }

  /**
   * Counts a request that is refused before it reaches its route.
   * @throws StoreUnavailable from a shared store
   */
  countRefusal({ accountId, rateCeiling }: Caller): CountedRefusal | Promise<CountedRefusal> {
    const { rateWindowMs } = this.config;
    // Only a few accounts have a limit of their own.
    const policy = rateCeiling === null ? this.usualPolicy() : new RateLimitPolicy(rateCeiling, rateWindowMs);
    const shown = (hit: WindowHit) => {
      const left = policy.max - hit.count;
      return {
        headers: policy.headersOf(Math.max(0, left), hit),
        waitSeconds: left < 0 ? secondsLeft(hit) : undefined,
      };
    };
    const hit = this.store.hit(`${NAMESPACE}:${accountId}`, rateWindowMs);
    return hit instanceof Promise ? hit.then(shown) : shown(hit);
  }

  /** Returns the policy of the configured limit, which operators may change at run time. */
  private usualPolicy(): RateLimitPolicy {
    const { rateLimit: max, rateWindowMs } = this.config;
    if (this.policy.max !== max || this.policy.durationMs !== rateWindowMs)
      this.policy = new RateLimitPolicy(max, rateWindowMs);
    return this.policy;
  }

  private usualLimiter(): { durationMs: number; step: RouteStep } {
    const { rateWindowMs } = this.config;
    if (this.limiter.durationMs !== rateWindowMs) this.limiter = this.limiterOf(rateWindowMs);
    return this.limiter;
  }

  private limiterOf(durationMs: number): { durationMs: number; step: RouteStep } {
    const counted = rateLimit({
      store: this.store,
      namespace: NAMESPACE,
      durationMs,
      max: (ctx) => ctx.state.caller?.rateCeiling ?? this.config.rateLimit,
      id: (ctx) => ctx.state.caller?.accountId ?? false,
      onRefused: (accountId, ceiling) => this.ceilings.reached(accountId, ceiling),
    });
    return { durationMs, step: (ctx, next) => counted(ctx as never, next) as Promise<void> };
  }
}
