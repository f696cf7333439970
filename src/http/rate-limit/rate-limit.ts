import type { Context, Middleware, Next } from 'koa';
import koaRatelimit from 'koa-ratelimit';
import { Problem } from '../../api/problem.js';
import { isStoreUnavailable } from '../../cache/store-unavailable.js';
import type { Ceiling } from './ceiling-notice.js';
import { LimitedCall, RateLimitPolicy } from './limited-call.js';
import { WindowDatabase } from './window-database.js';
import type { WindowStore } from './window-store.js';

export interface RateLimitOptions {
  /**
   * Store of the windows. A `FallbackWindowStore` keeps counting while the shared store is unavailable; with a shared
   * store itself, requests are then refused with 503.
   */
  store: WindowStore;
  /** Calls per window, at least 1; or a function that returns the limit for a request. */
  max: number | ((ctx: Context) => number);
  durationMs: number;
  /** Separates the counts of this limit from the counts of other limits. */
  namespace: string;
  /** Returns the key under which a request is counted; false lets the request pass uncounted. */
  id: (ctx: Context) => string | false;
  /** Called for each refused request with its key. Must return at once and not throw. */
  onRefused?: (id: string, ceiling: Ceiling) => void;
}

type Limiter = (call: LimitedCall, next: Next) => Promise<unknown>;

/**
 * The options of koa-ratelimit 6 that are used. Its published types lack `onLimited` and databases other than ioredis.
 */
interface LimiterOptions {
  driver: 'redis';
  db: WindowDatabase;
  duration: number;
  max: number;
  namespace: string;
  id: (call: LimitedCall) => string;
  headers: { remaining: string; reset: string; total: string };
  errorMessage: string;
  onLimited: (call: LimitedCall) => never;
}

const createLimiter = koaRatelimit as unknown as (options: LimiterOptions) => Limiter;

/** Maximum number of limiters in memory. Operators set the limits, so there are few; the maximum prevents a leak. */
const ceilingsKept = 1_000;

/**
 * Counts a request in its account's window, sends the window's state in `X-RateLimit-*`, `RateLimit` and
 * `RateLimit-Policy`, and refuses requests above the limit. When several limits apply, the headers describe the one
 * with the fewest requests left.
 *
 * @throws Problem `rate_limited` with `Retry-After`; `unavailable` when the store is unavailable and has no fallback
 */
export function rateLimit(options: RateLimitOptions): Middleware {
  const { store, max, durationMs, id } = options;
  const database = new WindowDatabase(store);
  const ceilings = new Map<number, { policy: RateLimitPolicy; limiter: Limiter }>();

  // A koa-ratelimit middleware has a fixed limit, so each limit has its own middleware.
  const ceiling = (calls: number) => {
    const known = ceilings.get(calls);
    if (known) return known;
    if (ceilings.size >= ceilingsKept) ceilings.clear();
    const made = { policy: new RateLimitPolicy(calls, durationMs), limiter: limiterOf(database, calls, options) };
    ceilings.set(calls, made);
    return made;
  };

  return async (ctx, next) => {
    const account = id(ctx);
    if (account === false) return next();
    const { policy, limiter } = ceiling(typeof max === 'number' ? max : max(ctx));
    let counted = false;
    try {
      return await limiter(new LimitedCall(account, ctx, policy), () => {
        counted = true;
        return next();
      });
    } catch (error) {
      // Errors of later steps pass unchanged, even if a store is unavailable there.
      if (counted || !isStoreUnavailable(error)) throw error;
      throw new Problem('unavailable', {
        detail: 'Requests cannot be counted at the moment.',
        headers: { 'Retry-After': '1' },
        cause: error,
      });
    }
  };
}

function limiterOf(db: WindowDatabase, max: number, { durationMs, namespace, onRefused }: RateLimitOptions): Limiter {
  return createLimiter({
    driver: 'redis',
    db,
    duration: durationMs,
    max,
    namespace,
    id: (call) => call.id,
    // Names under which LimitedCall receives the values, not HTTP header names.
    headers: { remaining: 'remaining', reset: 'reset', total: 'total' },
    errorMessage: 'rate limited',
    onLimited: (call) => {
      onRefused?.(call.id, { limit: max, windowSeconds: Math.ceil(durationMs / 1000) });
      throw call.refusal();
    },
  });
}
