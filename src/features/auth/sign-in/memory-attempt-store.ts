import { BoundedCache } from '../../../cache/bounded-cache.js';
import type { Clock } from '../../../time/clock.js';
import { type AttemptLimits, AttemptStore, defaultAttemptLimits } from './attempt-store.js';

interface Failures {
  count: number;
  /** Time (ms) before which attempts are rejected. */
  waitUntil: number;
  /** Time (ms) at which the failures expire. */
  endsAt: number;
  /** Ids of the counted attempts that have one. */
  attempts: Set<string>;
}

/** Counts failed attempts in the memory of this process. Above the capacity the least recently used key is removed. */
export class MemoryAttemptStore extends AttemptStore {
  readonly #failures: BoundedCache<Failures>;

  constructor(
    private readonly clock: Clock,
    private readonly limits: AttemptLimits = defaultAttemptLimits,
    capacity = 100_000,
  ) {
    super();
    this.#failures = new BoundedCache(capacity);
  }

  async begin(key: string, attempt?: string): Promise<number> {
    const now = this.clock.now();
    const failures: Failures = this.#live(key, now) ?? {
      count: 0,
      waitUntil: 0,
      endsAt: now + this.limits.windowMs,
      attempts: new Set(),
    };
    // The limit prevents a longer wait after the clock was set back.
    const wait = Math.min(failures.waitUntil - now, this.limits.longestWaitMs);
    if (wait > 0) return wait;
    failures.count += 1;
    if (attempt !== undefined) failures.attempts.add(attempt);
    const beyond = failures.count - this.limits.free;
    if (beyond >= 0) {
      failures.waitUntil = now + Math.min(1_000 * 2 ** beyond, this.limits.longestWaitMs);
      failures.endsAt = failures.waitUntil + this.limits.windowMs;
    }
    this.#failures.set(key, failures);
    return 0;
  }

  async succeed(key: string): Promise<void> {
    this.#failures.delete(key);
  }

  async undo(key: string, attempt?: string): Promise<void> {
    const failures = this.#live(key, this.clock.now());
    if (!failures || (attempt !== undefined && !failures.attempts.delete(attempt))) return;
    failures.count = Math.max(0, failures.count - 1);
    failures.waitUntil = 0;
  }

  #live(key: string, now: number): Failures | undefined {
    const failures = this.#failures.get(key);
    return failures && failures.endsAt > now ? failures : undefined;
  }
}
