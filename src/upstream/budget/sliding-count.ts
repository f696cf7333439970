const DAY_SECONDS = 86_400;

/** A window and the one before it. */
export interface WindowCounts {
  current: number;
  previous: number;
  /** Since the window began, in ms. */
  elapsedMs: number;
}

/** Windows of a day and longer do not slide: vendors count days from midnight (UTC). */
export const slides = (windowSeconds: number): boolean => windowSeconds < DAY_SECONDS;

/**
 * Returns the present count: in a sliding window the count of the window before weighs in with the fraction of it that
 * is not yet over.
 */
export const countOf = ({ current, previous, elapsedMs }: WindowCounts, windowMs: number): number =>
  current + previous * (1 - elapsedMs / windowMs);

/**
 * Returns the time (ms) that a call of `cost` must wait for a sliding window: the count of the window before weighs in
 * with the fraction of it that is not yet over. 0 when it may be made.
 */
export function waitOf(
  { current, previous, elapsedMs }: WindowCounts,
  windowMs: number,
  calls: number,
  cost: number,
): number {
  const free = calls - cost;
  if (countOf({ current, previous, elapsedMs }, windowMs) <= free) return 0;
  if (free < 0) return windowMs; // never: it costs more than there is
  if (current <= free) return Math.max(1, Math.ceil(windowMs * (1 - (free - current) / previous) - elapsedMs));
  return Math.max(1, Math.ceil(windowMs - elapsedMs + windowMs * (1 - free / current)));
}
