import { Problem } from '../../http/problem.js';

/** When (ms) to ask again where nobody says. */
const USUAL_MS = 5_000;
const LONGEST_SECONDS = 3_600;

/** Who might know does not answer now. @param retryAfterMs after how long it is worth asking again; undefined when unknown */
export function unavailable(detail: string, retryAfterMs = USUAL_MS, cause?: unknown): Problem {
  const seconds = Math.min(LONGEST_SECONDS, Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  return new Problem('unavailable', { detail, headers: { 'Retry-After': String(seconds) }, cause });
}
