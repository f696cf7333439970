/** How long work that continues may take of one turn of the event loop (ms). */
const BUDGET_MS = 8;

/**
 * Shares turns of the event loop among work that continues in pieces. The event loop reads every answer of the database that has arrived before
 * it reads the next request, and ten long answers are a tenth of a second. Here they take a few milliseconds of a turn, and what is left
 * continues in later turns, first come, first served, so that other requests are read and answered in between.
 */
export class EventLoopTurns {
  /** When work continued in the present turn first; 0 between turns. */
  private beganTick = 0;
  private readonly waiting: Array<() => void> = [];

  /** Returns nothing while the present turn has room; otherwise resolves in the turn that has. */
  room(): Promise<void> | undefined {
    const now = performance.now();
    if (this.beganTick === 0) this.begin(now);
    return this.waiting.length === 0 && now - this.beganTick < BUDGET_MS ? undefined : this.wait();
  }

  /** Resolves in a later turn. */
  next(): Promise<void> {
    if (this.beganTick === 0) this.begin(performance.now());
    return this.wait();
  }

  private wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private begin(now: number): void {
    this.beganTick = now;
    setImmediate(this.endTurn);
  }

  private readonly endTurn = (): void => {
    this.beganTick = 0;
    if (this.waiting.length === 0) return;
    this.begin(performance.now());
    this.resume(this.waiting.length);
  };

  /** @param left those that waited when the turn began; others wait for the next one */
  private resume(left: number): void {
    if (left === 0 || performance.now() - this.beganTick >= BUDGET_MS) return;
    this.waiting.shift()?.();
    // All of its promises first: a tick comes after them.
    queueMicrotask(() => process.nextTick(() => this.resume(left - 1)));
  }
}

/** Of this thread. */
export const eventLoopTurns = new EventLoopTurns();
