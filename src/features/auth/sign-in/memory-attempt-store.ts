import { BoundedCache } from '../../../cache/bounded-cache.js';
import type { Clock } from '../../../time/clock.js';
import { type AttemptLimits, AttemptStore, defaultAttemptLimits } from './attempt-store.js';

interface Failures {
  count: number;
  /** No attempt before this time. */
  waitUntil: number;
  /** Forgotten at this time. */
  endsAt: number;
}

/** Failed attempts in this process's memory, bounded: the key used least recently is forgotten first. */
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

  async begin(key: string): Promise<number> {
    const now = this.clock.now();
    const failures = this.#live(key, now) ?? { count: 0, waitUntil: 0, endsAt: now + this.limits.windowMs };
    // A clock that was set back must not lengthen a wait.
    const wait = Math.min(failures.waitUntil - now, this.limits.longestWaitMs);
    if (wait > 0) return wait;
    failures.count += 1;
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

  async undo(key: string): Promise<void> {
    const failures = this.#live(key, this.clock.now());
    if (!failures) return;
    failures.count = Math.max(0, failures.count - 1);
    failures.waitUntil = 0;
  }

  #live(key: string, now: number): Failures | undefined {
    const failures = this.#failures.get(key);
    return failures && failures.endsAt > now ? failures : undefined;
  }
}
