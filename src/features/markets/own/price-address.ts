import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';

/** The values that are read from a response. */
export interface PriceTerms {
  url: string;
  /** Path of the price (JSONPath, RFC 9535), such as `$.data[0].close`. */
  pricePath: string;
  /** Path of the time of the price; null: a price is of the day on which it is read. */
  timePath: string | null;
  /** Path of the currency, which must be that of the instrument; null: it is not checked. */
  currencyPath: string | null;
}

/** An address from which the prices of an own instrument are read. */
export interface PriceAddress extends PriceTerms {
  intervalHours: number;
  /** The time of day (UTC) of readings, such as `18:30`; null: the interval counts from the reading before. */
  timeOfDay: string | null;
}

export const MIN_INTERVAL_HOURS = 1;
export const MAX_INTERVAL_HOURS = 168;
export const DEFAULT_INTERVAL_HOURS = 24;

/** `pending`: not read yet; `stopped`: not read any more, after `MAX_FAILURES` failures in a row. */
export const readingStatuses = ['pending', 'ok', 'failing', 'stopped'] as const;
export type ReadingStatus = (typeof readingStatuses)[number];

/** Number of failures in a row after which an address is not read any more: more than a week of attempts. */
export const MAX_FAILURES = 20;

/** The last readings of an address, and the next one. */
export interface PriceReading {
  /** Time from which it is read again; null if it is not. */
  nextReadAt: Date | null;
  readAt: Date | null;
  succeededAt: Date | null;
  /** Number of failures in a row. */
  failures: number;
  /** Code and sentence of the last failure; null after a success. */
  failure: string | null;
  failureDetail: string | null;
  /** The last price that was read, and its day. */
  price: number | null;
  day: string | null;
}

/** The state of an address that was not read yet: it is due at once. */
export const unread = (now: number): PriceReading => ({
  nextReadAt: new Date(now),
  readAt: null,
  succeededAt: null,
  failures: 0,
  failure: null,
  failureDetail: null,
  price: null,
  day: null,
});

/** Longest random delay of a reading, which spreads readings that are due at the same time (ms). */
const JITTER_MS = 15 * MINUTE_MS;
const FIRST_BACKOFF_MS = 15 * MINUTE_MS;

/**
 * Returns the time of the next reading after a success (ms).
 * @param isFirst true for the first success, which may be at any time of the day
 * @param random in [0, 1)
 */
export function nextReading(
  { intervalHours, timeOfDay }: PriceAddress,
  now: number,
  isFirst: boolean,
  random: number,
): number {
  const interval = intervalHours * HOUR_MS;
  if (timeOfDay === null) return now + interval + Math.round(random * Math.min(JITTER_MS, interval / 20));
  const [hours, minutes] = timeOfDay.split(':').map(Number) as [number, number];
  const offset = hours * HOUR_MS + minutes * MINUTE_MS;
  // The reading before was late by its random delay, or by a backoff.
  const earliest = isFirst ? now + JITTER_MS : now + interval - DAY_MS / 2;
  return Math.ceil((earliest - offset) / DAY_MS) * DAY_MS + offset + Math.round(random * JITTER_MS);
}

/**
 * Returns the time of the next reading after a failure (ms): after a random time between half and all of a delay that
 * doubles with each failure in a row up to a day, and not before the server asks for.
 * @param random in [0, 1)
 */
export function retryReading(failures: number, retryAfterMs: number | undefined, now: number, random: number): number {
  const delay = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 16), DAY_MS);
  return now + Math.min(Math.max(Math.round(delay * (0.5 + random / 2)), retryAfterMs ?? 0), DAY_MS);
}
