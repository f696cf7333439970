import { Timers } from '../../src/time/timers.js';
import type { ManualClock } from './manual-clock.js';

interface Timer {
  dueAt: number;
  everyMs?: number;
  run: () => void;
}

/** Timers that run when a test advances the time, in the order in which they are due. */
export class ManualTimers extends Timers {
  private readonly timers = new Set<Timer>();

  constructor(private readonly clock: ManualClock) {
    super();
  }

  /** Number of active timers. */
  get size(): number {
    return this.timers.size;
  }

  after(ms: number, run: () => void): () => void {
    return this.set({ dueAt: this.clock.now() + ms, run });
  }

  every(ms: number, run: () => void): () => void {
    return this.set({ dueAt: this.clock.now() + ms, everyMs: ms, run });
  }

  /**
   * Advances the clock and runs the timers that become due. Promises that a timer resolves are handled before the next
   * timer.
   */
  async advance(ms: number): Promise<void> {
    const end = this.clock.now() + ms;
    for (let next = this.next(end); next !== undefined; next = this.next(end)) {
      this.clock.advance(Math.max(0, next.dueAt - this.clock.now()));
      if (next.everyMs === undefined) this.timers.delete(next);
      else next.dueAt += next.everyMs;
      next.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.clock.advance(end - this.clock.now());
  }

  private set(timer: Timer): () => void {
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  private next(end: number): Timer | undefined {
    const due = [...this.timers].filter(({ dueAt }) => dueAt <= end);
    return due.sort((one, other) => one.dueAt - other.dueAt)[0];
  }
}
