import { Problem } from '../../api/problem.js';
import { UpstreamError } from '../../upstream/upstream-error.js';

const DEFAULT_RETRY_AFTER_MS = 5_000;
const MAX_RETRY_AFTER_SECONDS = 3_600;

/**
 * Returns the problem for a request that no provider can answer now.
 * @param retryAfterMs time (ms from now) after which a retry makes sense
 */
export function unavailable(detail: string, retryAfterMs = DEFAULT_RETRY_AFTER_MS, cause?: unknown): Problem {
  if (isShareExhausted(cause))
    return new Problem('unavailable', {
      detail: shareExhaustedDetail(retryAfterMs),
      headers: { 'Retry-After': String(secondsOf(retryAfterMs)) },
      cause,
    });
  const seconds = Math.min(MAX_RETRY_AFTER_SECONDS, secondsOf(retryAfterMs));
  return new Problem('unavailable', { detail, headers: { 'Retry-After': String(seconds) }, cause });
}

/** Failures of calls that were not made, or were refused, because there were too many. */
const rateLimits: ReadonlySet<string> = new Set(['budget_spent', 'share_spent', 'rate_limited']);

/**
 * Returns the time (ms) after which a call may be repeated that failed for the number of calls alone.
 * @returns undefined for other errors
 */
export function pauseOf(error: unknown): number | undefined {
  const failure = error instanceof Problem ? error.cause : error;
  if (!(failure instanceof UpstreamError) || !rateLimits.has(failure.code)) return undefined;
  return failure.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS;
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

export const isShareExhausted = (error: unknown): boolean =>
  error instanceof UpstreamError && error.code === 'share_spent';

/**
 * Returns the detail for a caller whose share of the calls to a vendor is used up.
 * @param retryAfterMs time (ms from now) until the share resets
 */
export const shareExhaustedDetail = (retryAfterMs = DEFAULT_RETRY_AFTER_MS): string =>
  `Your share of the calls to the provider is used up; it resets in ${secondsOf(retryAfterMs)} s. GET /users/me/usage shows your shares.`;
