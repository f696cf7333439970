import { FIRST_INTERVAL_SECONDS } from './feed.js';

/** No feed is fetched more often, or less often (s). */
export const MIN_INTERVAL_SECONDS = 300;
export const MAX_INTERVAL_SECONDS = 86_400;
/**
 * The interval shrinks after a fetch that brought something new and grows after one that did not, so that about every
 * third fetch brings something.
 */
const AFTER_CHANGE = 0.6;
const WITHOUT_CHANGE = 1.3;
/** Fetches are scattered by this share of the interval, so that feeds of one site spread out. */
const SCATTER = 0.1;

export interface FetchOutcome {
  /** Whether there were new articles. */
  changed: boolean;
  /** The wait that the feed and the response ask for (s); null if they name none. */
  ttlSeconds: number | null;
  maxAgeSeconds: number | null;
}

/** The next interval of a feed (s): by how often it changes, and not below what its publisher asks for. */
export function nextInterval(intervalSeconds: number, { changed, ttlSeconds, maxAgeSeconds }: FetchOutcome): number {
  const adapted = intervalSeconds * (changed ? AFTER_CHANGE : WITHOUT_CHANGE);
  return Math.round(clamped(Math.max(adapted, ttlSeconds ?? 0, maxAgeSeconds ?? 0)));
}

/** Milliseconds until the next fetch. @param random in [0, 1) */
export const scattered = (intervalSeconds: number, random: number): number =>
  Math.round(intervalSeconds * 1_000 * (1 - SCATTER + 2 * SCATTER * random));

/**
 * Milliseconds until a feed is fetched again after a failure: at random between half and all of an interval that
 * doubles with each failure in a row, and not before the server asks for it.
 * @param random in [0, 1)
 */
export function backoff(failures: number, retryAfterMs: number | undefined, random: number): number {
  const seconds = clamped(FIRST_INTERVAL_SECONDS * 2 ** Math.min(failures - 1, 16));
  return Math.min(
    Math.max(Math.round(seconds * 1_000 * (0.5 + random / 2)), retryAfterMs ?? 0, MIN_INTERVAL_SECONDS * 1_000),
    MAX_INTERVAL_SECONDS * 1_000,
  );
}

/** `max-age` of a Cache-Control field (s); null if it has none or forbids storing. */
export function maxAgeOf(cacheControl: string | undefined): number | null {
  if (cacheControl === undefined || /(?:^|[\s,])no-(?:store|cache)/i.test(cacheControl)) return null;
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(cacheControl)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

const clamped = (seconds: number): number => Math.min(Math.max(seconds, MIN_INTERVAL_SECONDS), MAX_INTERVAL_SECONDS);
