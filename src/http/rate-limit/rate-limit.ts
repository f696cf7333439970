import type { Context, Middleware, Next } from 'koa';
import koaRatelimit from 'koa-ratelimit';
import { Problem } from '../../api/problem.js';
import { isStoreUnavailable } from '../../cache/store-unavailable.js';
import type { Ceiling } from './ceiling-notice.js';
import { LimitedCall, RateLimitPolicy } from './limited-call.js';
import { WindowDatabase } from './window-database.js';
import type { WindowStore } from './window-store.js';

export interface RateLimitOptions {
  /** A `FallbackWindowStore` serves on while the shared store is away; a shared store itself refuses with 503. */
  store: WindowStore;
  /** Calls per window, 1 or more; or what says it for a request, where accounts have their own ceiling. */
  max: number | ((ctx: Context) => number);
  durationMs: number;
  /** Keeps this bucket's counts apart from every other bucket's. */
  namespace: string;
  /** Returns the id of the bucket; false lets the request pass uncounted. */
  id: (ctx: Context) => string | false;
  /** Called for each refused request with its bucket. Must return at once and not throw. */
  onRefused?: (id: string, ceiling: Ceiling) => void;
}

type Limiter = (call: LimitedCall, next: Next) => Promise<unknown>;

/** The options of koa-ratelimit 6; its published types know neither `onLimited` nor a database other than ioredis. */
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

/** Ceilings are set by operators, so there are few; this only keeps a mistake from growing for ever. */
const ceilingsKept = 1_000;

/**
 * Counts a request in its account's window, writes its state to `X-RateLimit-*`, `RateLimit` and `RateLimit-Policy`,
 * and refuses requests above the limit. When several buckets apply, the headers describe the one with the fewest
 * requests left.
 *
 * @throws Problem `rate_limited` with `Retry-After`; `unavailable` when the store is away and is not a fallback
 */
export function rateLimit(options: RateLimitOptions): Middleware {
  const { store, max, durationMs, id } = options;
  const database = new WindowDatabase(store);
  const ceilings = new Map<number, { policy: RateLimitPolicy; limiter: Limiter }>();

  // koa-ratelimit fixes the ceiling when it is made, so there is one of it for each.
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
      // An unavailable store found further down is handled there.
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
    // The names under which LimitedCall receives them, not those on the wire.
    headers: { remaining: 'remaining', reset: 'reset', total: 'total' },
    errorMessage: 'rate limited',
    onLimited: (call) => {
      onRefused?.(call.id, { limit: max, windowSeconds: Math.ceil(durationMs / 1000) });
      throw call.refusal();
    },
  });
}
