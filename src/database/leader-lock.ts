/**
 * `held`: this process has it, and if it had it before, nobody else had it since. `inherited`: it has it again, and another may have had it
 * since. `taken`: another has it. `unknown`: nobody can be asked.
 */
export type LeaderAnswer = 'held' | 'inherited' | 'taken' | 'unknown';

/** What only one process has at a time, for as long as it lives and can say so. */
export abstract class LeaderLock {
  /** Why the latest answer was `unknown`. */
  abstract readonly problem: unknown;

  /** Tries once, without waiting for whoever has it. Never rejects. @param lost called once, at once when it is held no longer; not after `release` */
  abstract acquire(lost: () => void): Promise<LeaderAnswer>;

  /** Gives it up, or what was got ready for it. Never rejects. */
  abstract release(): Promise<void>;
}
