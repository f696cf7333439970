/** The owner of work that may use every connection, such as the service's own. */
export const UNSHARED = '';

/** No connection became free in time. */
export class NoConnectionFree extends Error {
  constructor(waitedMs: number) {
    super(`No database connection was free within ${waitedMs} ms`);
    this.name = 'NoConnectionFree';
  }
}

export interface SharesState {
  size: number;
  free: number;
  /** Number of callers that wait for a connection. */
  waiting: number;
  /** For how long every connection has been taken and none has changed hands (ms); 0 while one is free. */
  stuckMs: number;
}

interface Waiter {
  grant(): void;
}

/**
 * Shares a number of connections between owners. An owner gets one more only while it holds fewer than are free, so
 * that one owner gets half of them at the most, two get a third each, and there is one left for the next. Owners that
 * wait are served in turn.
 */
export class ConnectionShares {
  private free: number;
  private readonly held = new Map<string, number>();
  /** In the order of their turns. */
  private readonly waiting = new Map<string, Waiter[]>();
  private changedAt = performance.now();

  constructor(
    private readonly size: number,
    private readonly waitMs: number,
  ) {
    this.free = size;
  }

  get state(): SharesState {
    let waiting = 0;
    for (const waiters of this.waiting.values()) waiting += waiters.length;
    return {
      size: this.size,
      free: this.free,
      waiting,
      stuckMs: this.free > 0 ? 0 : performance.now() - this.changedAt,
    };
  }

  /**
   * @param owner `UNSHARED` for work without a share, which only needs a free connection
   * @returns a function that returns the connection, to be called once
   * @throws NoConnectionFree
   */
  async take(owner: string): Promise<() => void> {
    if (!this.mayTake(owner)) await this.wait(owner);
    else this.give(owner);
    return () => this.putBack(owner);
  }

  private mayTake(owner: string): boolean {
    return this.free > 0 && (owner === UNSHARED || (this.held.get(owner) ?? 0) < this.free);
  }

  private give(owner: string): void {
    this.free -= 1;
    this.held.set(owner, (this.held.get(owner) ?? 0) + 1);
    this.changedAt = performance.now();
  }

  private putBack(owner: string): void {
    this.free += 1;
    const left = (this.held.get(owner) ?? 1) - 1;
    if (left === 0) this.held.delete(owner);
    else this.held.set(owner, left);
    this.serve();
  }

  private serve(): void {
    for (const [owner, waiters] of this.waiting) {
      if (this.free === 0) return;
      const [next] = waiters;
      if (next === undefined || !this.mayTake(owner)) continue;
      waiters.shift();
      // To the end of the line, where it is met again in this very pass.
      this.waiting.delete(owner);
      if (waiters.length > 0) this.waiting.set(owner, waiters);
      this.give(owner);
      next.grant();
    }
  }

  private wait(owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiters = this.waiting.get(owner) ?? [];
      const giveUp = () => {
        const at = waiters.indexOf(waiter);
        if (at === -1) return;
        waiters.splice(at, 1);
        if (waiters.length === 0) this.waiting.delete(owner);
        reject(new NoConnectionFree(this.waitMs));
      };
      // After a pause of this process its timers come before the answers that free connections.
      const timer = setTimeout(() => setImmediate(giveUp), this.waitMs);
      const waiter = {
        grant: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      waiters.push(waiter);
      this.waiting.set(owner, waiters);
    });
  }
}
