/**
 * Result of an attempt to take the lock:
 * - `held`: this process holds the lock, and no other process held it since this one last did.
 * - `inherited`: this process holds the lock again, and another one held it in the meantime.
 * - `taken`: another process holds the lock.
 * - `unknown`: the database is unreachable, or still holds the lock for a lost connection of this process.
 */
export type LeaderAnswer = 'held' | 'inherited' | 'taken' | 'unknown';

/** A lock held by at most one process; released when its connection ends. */
export abstract class LeaderLock {
  /** The reason for the latest `unknown`. */
  abstract readonly problem: unknown;

  /**
   * Tries once to take the lock, without waiting. Never rejects.
   * @param lost called once, as soon as the lock is lost; not after `release`
   */
  abstract acquire(lost: () => void): Promise<LeaderAnswer>;

  /** Releases the lock and its connection. Never rejects. */
  abstract release(): Promise<void>;
}
