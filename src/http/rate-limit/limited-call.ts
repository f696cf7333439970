import type { Context } from 'koa';
import { Problem } from '../../api/problem.js';
import type { WindowHit } from './window-store.js';

/**
 * The result of koa-ratelimit for one call, which it passes as header values. `total` contains the window itself (see
 * window-database.ts).
 */
export interface RateDecision {
  remaining: number;
  reset: number;
  total: WindowHit;
}

/** The lowest number of remaining requests of all limits that apply to a request, kept in `ctx.state`. */
interface Shown {
  rateLimitRemaining?: number;
}

/**
 * The context that koa-ratelimit gets in place of Koa's. It receives the decision and writes the rate limit headers in
 * the forms that the API describes.
 */
export class LimitedCall {
  /**
   * koa-ratelimit sets these when the limit is reached. They are ignored: the response is a problem document instead.
   */
  readonly state: Record<string, unknown> = {};
  body: unknown;
  status = 200;
  #window: WindowHit | undefined;

  constructor(
    readonly id: string,
    private readonly ctx: Context,
    private readonly policy: RateLimitPolicy,
  ) {}

  /**
   * koa-ratelimit sets its headers through this method, and `Retry-After` in a second call when the limit is reached.
   */
  set(verdict: RateDecision | string): void {
    if (typeof verdict === 'string') return;
    this.#window = verdict.total;
    const shown = this.ctx.state as Shown;
    if (shown.rateLimitRemaining !== undefined && shown.rateLimitRemaining < verdict.remaining) return;
    shown.rateLimitRemaining = verdict.remaining;
    this.#write(verdict.remaining, verdict.total);
  }

  /** Returns the problem for a call above the limit. */
  refusal(): Problem {
    const wait = secondsLeft(this.#window!);
    this.#write(0, this.#window!);
    const detail = `At most ${this.policy.max} requests in ${this.policy.seconds} s; try again in ${wait} s.`;
    return new Problem('rate_limited', { detail, headers: { 'Retry-After': String(wait) } });
  }

  #write(remaining: number, window: WindowHit): void {
    const { res } = this.ctx;
    const headers = this.policy.headersOf(remaining, window);
    for (let index = 0; index < headers.length; index += 2)
      res.setHeader(headers[index] as string, headers[index + 1] as string);
  }
}

/** A rate limit, with the header texts that are the same for all of its responses. */
export class RateLimitPolicy {
  readonly limit: string;
  readonly seconds: number;
  /** Value of `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
  readonly header: string;

  constructor(
    readonly max: number,
    readonly durationMs: number,
  ) {
    if (!Number.isInteger(max) || max < 1) throw new RangeError('A rate ceiling is a whole number of 1 or more');
    this.limit = String(max);
    this.seconds = Math.ceil(durationMs / 1000);
    this.header = `"default";q=${max};w=${this.seconds}`;
  }

  /** Returns the rate limit headers: names and values, alternately. */
  headersOf(remaining: number, window: WindowHit): string[] {
    return [
      'X-RateLimit-Limit',
      this.limit,
      'X-RateLimit-Remaining',
      String(remaining),
      'X-RateLimit-Reset',
      String(Math.ceil(window.resetsAt / 1000)),
      'RateLimit',
      `"default";r=${remaining};t=${secondsLeft(window)}`,
      'RateLimit-Policy',
      this.header,
    ];
  }
}

/** Returns the whole seconds until the window ends, at least 1. */
export function secondsLeft(window: WindowHit): number {
  return Math.max(1, Math.ceil(window.resetInMs / 1000));
}
