import { Clock } from '../../src/time/clock.js';

/** A clock that only a test advances. */
export class ManualClock extends Clock {
  #now: number;

  constructor(now: number = Date.UTC(2026, 0, 1)) {
    super();
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** Moves the clock by `ms`; a negative number sets it back. */
  advance(ms: number): void {
    this.#now += ms;
  }
}
