import { FIRST_INTERVAL_SECONDS } from './feed.js';

/** The shortest and longest interval between fetches of a feed (s). */
export const MIN_INTERVAL_SECONDS = 300;
export const MAX_INTERVAL_SECONDS = 86_400;
/**
 * Factors of the interval after a fetch with new articles and after one without. Their ratio makes about every third
 * fetch bring something new.
 */
const AFTER_CHANGE = 0.6;
const WITHOUT_CHANGE = 1.3;
/** Fetch times vary by up to this fraction of the interval, so that fetches of feeds of one site spread out. */
const SCATTER = 0.1;

export interface FetchOutcome {
  /** True: the fetch brought new articles. */
  changed: boolean;
  /** The wait that the feed asks for (`ttl`) and that the response asks for (`max-age`), in seconds; null if absent. */
  ttlSeconds: number | null;
  maxAgeSeconds: number | null;
}

/**
 * Returns the next interval of a feed (s): shorter the more often it changes, not below its publisher's request, within
 * five minutes to a day.
 */
export function nextInterval(intervalSeconds: number, { changed, ttlSeconds, maxAgeSeconds }: FetchOutcome): number {
  const adapted = intervalSeconds * (changed ? AFTER_CHANGE : WITHOUT_CHANGE);
  return Math.round(clamped(Math.max(adapted, ttlSeconds ?? 0, maxAgeSeconds ?? 0)));
}

/** Returns the milliseconds until the next fetch. @param random in [0, 1) */
export const scattered = (intervalSeconds: number, random: number): number =>
  Math.round(intervalSeconds * 1_000 * (1 - SCATTER + 2 * SCATTER * random));

/**
 * Returns the milliseconds until the next fetch after a failure: a random time between half and all of an interval that
 * doubles with each consecutive failure, at least `retryAfterMs` and five minutes, and at most a day.
 * @param random in [0, 1)
 */
export function backoff(failures: number, retryAfterMs: number | undefined, random: number): number {
  const seconds = clamped(FIRST_INTERVAL_SECONDS * 2 ** Math.min(failures - 1, 16));
  return Math.min(
    Math.max(Math.round(seconds * 1_000 * (0.5 + random / 2)), retryAfterMs ?? 0, MIN_INTERVAL_SECONDS * 1_000),
    MAX_INTERVAL_SECONDS * 1_000,
  );
}

/** Returns `max-age` of a Cache-Control field (s); null if it has no `max-age`, or forbids storing. */
export function maxAgeOf(cacheControl: string | undefined): number | null {
  if (cacheControl === undefined || /(?:^|[\s,])no-(?:store|cache)/i.test(cacheControl)) return null;
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(cacheControl)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

const clamped = (seconds: number): number => Math.min(Math.max(seconds, MIN_INTERVAL_SECONDS), MAX_INTERVAL_SECONDS);
