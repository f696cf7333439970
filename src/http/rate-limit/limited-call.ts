import type { Context } from 'koa';
import { Problem } from '../../api/problem.js';
import type { WindowHit } from './window-store.js';

/**
 * The result of koa-ratelimit for one call: its own header values, `total` carrying the window itself (see
 * window-database.ts).
 */
export interface RateDecision {
  remaining: number;
  reset: number;
  total: WindowHit;
}

/** The lowest remaining number of requests of all limits that apply to a request, kept in `ctx.state`. */
interface Shown {
  rateLimitRemaining?: number;
}

/**
 * The context of a request for koa-ratelimit. It receives the decision and writes the rate limit headers in the forms
 * that the API describes.
 */
export class LimitedCall {
  /** Set by koa-ratelimit when the limit is reached, and ignored: the response is a problem document instead. */
  readonly state: Record<string, unknown> = {};
  body: unknown;
  status = 200;
  #window: WindowHit | undefined;

  constructor(
    readonly id: string,
    private readonly ctx: Context,
    private readonly policy: RateLimitPolicy,
  ) {}

  /** koa-ratelimit sets its headers through this, and `Retry-After` a second time when the limit is reached. */
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

/** A rate limit with the header texts that are the same for all of its calls. */
export class RateLimitPolicy {
  readonly limit: string;
  readonly seconds: number;
  /** `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers. */
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

  /** Returns names and values of headers, alternately. */
  headersOf(remaining: number, window: WindowHit): string[] {
    return [
      ...[
        'X-RateLimit-Limit',
        this.limit,
        'X-RateLimit-Remaining',
        String(remaining),
        'X-RateLimit-Reset',
        String(Math.ceil(window.resetsAt / 1000)),
      ],
      ...['RateLimit', `"default";r=${remaining};t=${secondsLeft(window)}`, 'RateLimit-Policy', this.header],
    ];
  }
}

/** Whole seconds to wait, at least one. */
export function secondsLeft(window: WindowHit): number {
  return Math.max(1, Math.ceil(window.resetInMs / 1000));
}
