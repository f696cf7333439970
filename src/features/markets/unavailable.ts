import { Problem } from '../../http/problem.js';
import { UpstreamError } from '../../upstream/upstream-error.js';

/** When (ms) to ask again where nobody says. */
const USUAL_MS = 5_000;
const LONGEST_SECONDS = 3_600;

/** Who might know does not answer now. @param retryAfterMs after how long it is worth asking again; undefined when unknown */
export function unavailable(detail: string, retryAfterMs = USUAL_MS, cause?: unknown): Problem {
  if (isShareSpent(cause))
    return new Problem('unavailable', { detail: shareSpent(retryAfterMs), headers: { 'Retry-After': String(secondsOf(retryAfterMs)) }, cause });
  const seconds = Math.min(LONGEST_SECONDS, Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  return new Problem('unavailable', { detail, headers: { 'Retry-After': String(seconds) }, cause });
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

export const isShareSpent = (error: unknown): boolean => error instanceof UpstreamError && error.code === 'share_spent';

/** What a caller can do whose share of the calls to a vendor is used up. */
export const shareSpent = (retryAfterMs = USUAL_MS): string =>
  `Your share of the calls to the provider is used up; it resets in ${secondsOf(retryAfterMs)} s. GET /users/me/usage shows your shares.`;
