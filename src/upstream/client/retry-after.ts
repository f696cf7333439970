import { DAY_MS } from '../../time/durations.js';
/** Maximum pause of calls to a vendor (ms). */
export const MAX_PAUSE_MS = DAY_MS;
/**
 * Matches the start of an HTTP date: every form begins with a day of the week. Other texts that `Date.parse` accepts
 * (`-5`, `1.5`) are invalid here.
 */
const dateShape = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * Returns the delay (ms) that an upstream requests: by `Retry-After` (seconds or a date, RFC 9110 §10.2.3), by
 * OpenSky's `X-Rate-Limit-Retry-After-Seconds` or, when no calls are left, by `X-RateLimit-Reset` (Unix seconds). At
 * most a day; undefined when not stated. A date is compared with the upstream's own `Date` header if it sends one.
 * @param headers by lower-case name
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const value = (headers['retry-after'] ?? headers['x-rate-limit-retry-after-seconds'])?.trim();
  if (value !== undefined && /^\d{1,10}$/.test(value)) return Math.min(Number(value) * 1000, MAX_PAUSE_MS);
  const date = value !== undefined && dateShape.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(date)) {
    const theirs = Date.parse(headers.date ?? '');
    return Math.min(Math.max(0, date - (Number.isNaN(theirs) ? now : theirs)), MAX_PAUSE_MS);
  }
  const reset =
    headers['x-ratelimit-remaining'] === '0' ? Number(headers['x-ratelimit-reset']) * 1000 - now : Number.NaN;
  return reset > 0 && reset <= MAX_PAUSE_MS ? reset : undefined;
}

/**
 * Returns the vendor's own count from `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds); undefined when not
 * sent.
 */
export function quotaOf(
  headers: Readonly<Record<string, string>>,
): { remaining: number; limit: number; resetsAt: Date | null } | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    whole(headers[`x-ratelimit-${name}`]),
  ) as [number, number, number];
  if (Number.isNaN(limit) || Number.isNaN(remaining)) return undefined;
  // Some vendors send the remaining seconds instead of a time.
  const isTime = reset > 1_000_000_000 && reset < 10_000_000_000;
  return { limit, remaining, resetsAt: isTime ? new Date(reset * 1000) : null };
}

const whole = (text: string | undefined): number =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
