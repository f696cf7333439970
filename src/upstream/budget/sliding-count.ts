const DAY_SECONDS = 86_400;

/** The counts of a window and of the window before it. */
export interface WindowCounts {
  current: number;
  previous: number;
  /** Time since the window began (ms). */
  elapsedMs: number;
}

/**
 * Returns true for windows that slide. Windows of a day and longer do not, because vendors count days from midnight
 * UTC.
 */
export const slides = (windowSeconds: number): boolean => windowSeconds < DAY_SECONDS;

/**
 * Returns the current count of a sliding window: the count of the current window, plus the count of the window before,
 * multiplied by the fraction of the current window that is still to come.
 */
export const countOf = ({ current, previous, elapsedMs }: WindowCounts, windowMs: number): number =>
  current + previous * (1 - elapsedMs / windowMs);

/**
 * Returns the time (ms) that a call of `cost` must wait for a sliding window (see `countOf`); 0 when it may be made.
 */
export function waitOf(
  { current, previous, elapsedMs }: WindowCounts,
  windowMs: number,
  calls: number,
  cost: number,
): number {
  const free = calls - cost;
  if (countOf({ current, previous, elapsedMs }, windowMs) <= free) return 0;
  if (free < 0) return windowMs; // the call costs more than the budget allows, so it can never be made
  if (current <= free) return Math.max(1, Math.ceil(windowMs * (1 - (free - current) / previous) - elapsedMs));
  return Math.max(1, Math.ceil(windowMs - elapsedMs + windowMs * (1 - free / current)));
}
