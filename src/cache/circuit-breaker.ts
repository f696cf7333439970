/** Missed answers in a row after which callers are no longer made to wait. */
const patience = 3;
/** Callers are turned away for this long before one of them tries again, in ms. */
const pause = 1_000;

/**
 * A server that accepts commands and answers none would cost every request its full waiting time. After three missed
 * answers in a row this lets only one command a second through, until one is answered.
 */
export class CircuitBreaker {
  #misses = 0;
  #closedUntil = 0;

  /** True when a command may be sent now. */
  lets(now: number = performance.now()): boolean {
    if (this.#misses < patience) return true;
    if (now < this.#closedUntil) return false;
    this.#closedUntil = now + pause;
    return true;
  }

  missed(now: number = performance.now()): void {
    this.#misses += 1;
    if (this.#misses === patience) this.#closedUntil = now + pause;
  }

  /** Any answer counts, also one too late for the caller that asked. */
  answered(): void {
    this.#misses = 0;
  }
}
