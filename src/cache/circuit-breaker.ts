/** Number of consecutive commands without a response after which the breaker opens. */
const patience = 3;
/** While the breaker is open, one command is let through after each pause of this length (ms). */
const pause = 1_000;

/**
 * Stops commands to a server that accepts them but does not respond, which would cost every request its full timeout.
 * After three consecutive commands without a response it lets only one through each second, until one is answered.
 */
export class CircuitBreaker {
  #misses = 0;
  #closedUntil = 0;

  /** Returns true when a command may be sent now. */
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

  /** Closes the breaker after a response, even one that came too late for its caller. */
  answered(): void {
    this.#misses = 0;
  }
}
