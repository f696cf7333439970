/** No vendor is left alone for longer (ms). */
export const LONGEST_PAUSE_MS = 86_400_000;
/** Every form of a date in HTTP begins with a day of the week; what else `Date.parse` makes a date of (`-5`, `1.5`) is none. */
const dateShape = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * How long (ms) an upstream wants to be left alone, by `Retry-After` (seconds or a date, RFC 9110 §10.2.3) or, when nothing is left, by
 * `X-RateLimit-Reset` (Unix seconds). OpenSky writes `X-Rate-Limit-Retry-After-Seconds`. At most a day. Undefined when it does not say. A date is read by the upstream's own clock where it
 * tells it.
 * @param headers names in lower case
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const wish = (headers['retry-after'] ?? headers['x-rate-limit-retry-after-seconds'])?.trim();
  if (wish !== undefined && /^\d{1,10}$/.test(wish)) return Math.min(Number(wish) * 1000, LONGEST_PAUSE_MS);
  const date = wish !== undefined && dateShape.test(wish) ? Date.parse(wish) : Number.NaN;
  if (!Number.isNaN(date)) {
    const theirs = Date.parse(headers.date ?? '');
    return Math.min(Math.max(0, date - (Number.isNaN(theirs) ? now : theirs)), LONGEST_PAUSE_MS);
  }
  const reset = headers['x-ratelimit-remaining'] === '0' ? Number(headers['x-ratelimit-reset']) * 1000 - now : Number.NaN;
  return reset > 0 && reset <= LONGEST_PAUSE_MS ? reset : undefined;
}

/** What the vendor counts, where it tells: `X-RateLimit-Limit`, `-Remaining` and, in Unix seconds, `-Reset`. */
export function quotaOf(headers: Readonly<Record<string, string>>): { remaining: number; limit: number; resetsAt: Date | null } | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => whole(headers[`x-ratelimit-${name}`])) as [number, number, number];
  if (Number.isNaN(limit) || Number.isNaN(remaining)) return undefined;
  // Some tell the seconds left instead, which are no time.
  const isTime = reset > 1_000_000_000 && reset < 10_000_000_000;
  return { limit, remaining, resetsAt: isTime ? new Date(reset * 1000) : null };
}

const whole = (text: string | undefined): number => (text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN);
