export interface AttemptLimits {
  /** Failures within the window that are free of waiting. */
  free: number;
  /** The window, beginning at the first failure; also how long after its last wait a record is kept. Ms. */
  windowMs: number;
  /** The longest wait, ms. Waits are 1 s, 2 s, 4 s … up to it. */
  longestWaitMs: number;
}

export const defaultAttemptLimits: AttemptLimits = { free: 5, windowMs: 15 * 60_000, longestWaitMs: 900_000 };

/**
 * Failed attempts per key. An attempt is counted as failed when it begins, so that many at once cannot all slip under
 * the limit, and taken back when it turns out well. An attempt refused because of a wait does not count: an impatient
 * guesser cannot lock the owner out for longer than the wait. Every method may throw `StoreUnavailable`.
 */
export abstract class AttemptStore {
  /** Begins an attempt. Returns 0, or how long (ms) to wait before one may begin. @param attempt its id, for `undo` */
  abstract begin(key: string, attempt?: string): Promise<number>;

  /** Forgets the key's failures. */
  abstract succeed(key: string): Promise<void>;

  /** Takes back one begun attempt that was never judged; with an id, that one, once, and only if it counts. */
  abstract undo(key: string, attempt?: string): Promise<void>;
}
