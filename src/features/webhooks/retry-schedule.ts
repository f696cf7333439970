const MINUTE = 60;
const HOUR = 3_600;

/** Delays before each attempt (s), including the first: 8 attempts within 27 h 35 min. */
export const schedule: readonly number[] = [0, 5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/**
 * Fraction by which delays vary at random in both directions, so that deliveries that failed together are not retried
 * together.
 */
const JITTER = 0.2;

/**
 * Returns the delay before the attempt of a step (s).
 * @param step number of the attempt, from 0
 * @param chance random number from 0 to 1
 * @param retryAfterSeconds the receiver's `Retry-After`; raised to at least the delay of the step and limited to twice
 * that
 * @returns undefined if the schedule has no such step
 */
export function pauseBefore(step: number, chance: number, retryAfterSeconds?: number): number | undefined {
  const pause = schedule[step];
  if (pause === undefined) return undefined;
  if (retryAfterSeconds !== undefined) return Math.min(Math.max(retryAfterSeconds, pause), 2 * pause);
  return pause * (1 - JITTER) + pause * 2 * JITTER * chance;
}

/**
 * Returns the seconds that a `Retry-After` header requests, as a number or as a date (RFC 9110 §10.2.3); undefined for
 * any other text.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const date = /^[A-Z][a-z]{2,8},? /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
