export interface AttemptLimits {
  /** Number of failures within the window before the first wait. */
  free: number;
  /**
   * Length of the window (ms), which begins at the first failure; also the time for which failures are kept after their
   * last wait.
   */
  windowMs: number;
  /** Maximum wait (ms). Waits double: 1 s, 2 s, 4 s … */
  longestWaitMs: number;
}

export const defaultAttemptLimits: AttemptLimits = { free: 5, windowMs: 15 * 60_000, longestWaitMs: 900_000 };

/**
 * Counts failed attempts per key. An attempt counts as failed when it begins, so that parallel attempts cannot exceed
 * the limit, and is taken back if it succeeds. Attempts that are rejected because of a wait do not count, so that a
 * persistent attacker cannot lock the owner out for longer than the wait. Every method may throw `StoreUnavailable`.
 */
export abstract class AttemptStore {
  /**
   * Begins an attempt.
   * @param attempt its id, for `undo`
   * @returns 0, or the time (ms) to wait before the next attempt
   */
  abstract begin(key: string, attempt?: string): Promise<number>;

  /** Removes the failures of a key after a successful attempt. */
  abstract succeed(key: string): Promise<void>;

  /** Takes back an attempt whose outcome is unknown. With an id, only if that attempt is still counted. */
  abstract undo(key: string, attempt?: string): Promise<void>;
}
