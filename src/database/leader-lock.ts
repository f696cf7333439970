/**
 * `held`: this process holds the lock, and no other process held it since it last did. `inherited`: it holds the lock
 * again, and another process may have held it meanwhile. `taken`: another process holds it. `unknown`: the database is
 * unreachable.
 */
export type LeaderAnswer = 'held' | 'inherited' | 'taken' | 'unknown';

/** A lock held by at most one process; released when its connection ends. */
export abstract class LeaderLock {
  /** The reason for the latest `unknown`. */
  abstract readonly problem: unknown;

  /**
   * Tries once, without waiting. Never rejects.
   * @param lost called once, as soon as the lock is lost; not after `release`
   */
  abstract acquire(lost: () => void): Promise<LeaderAnswer>;

  /** Releases the lock and its connection. Never rejects. */
  abstract release(): Promise<void>;
}
