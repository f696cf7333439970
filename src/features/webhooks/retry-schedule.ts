const MINUTE = 60;
const HOUR = 3_600;

/** Seconds before each attempt, the first included: 8 attempts over 27 h 35 min. */
export const schedule: readonly number[] = [0, 5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Pauses are up to this part longer or shorter, so that what failed together does not return together. */
const JITTER = 0.2;

/**
 * Returns the delay before the attempt of a step.
 * @param chance 0 to 1
 * @param retryAfterSeconds the receiver's Retry-After: limited to between the delay of the step and twice that
 * @returns undefined when the step has no further attempt
 */
export function pauseBefore(step: number, chance: number, retryAfterSeconds?: number): number | undefined {
  const pause = schedule[step];
  if (pause === undefined) return undefined;
  if (retryAfterSeconds !== undefined) return Math.min(Math.max(retryAfterSeconds, pause), 2 * pause);
  return pause * (1 - JITTER) + pause * 2 * JITTER * chance;
}

/**
 * Seconds that a `Retry-After` header asks for, given as such or as a date (RFC 9110 §10.2.3); undefined for anything
 * else.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const date = /^[A-Z][a-z]{2,8},? /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
