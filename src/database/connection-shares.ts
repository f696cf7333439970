import { NoConnectionFree } from './database-errors.js';

/** Owner of work without a share, such as the service's own: it may use all connections. */
export const UNSHARED = '';

export interface SharesState {
  size: number;
  free: number;
  /** Number of callers that wait for a connection. */
  waiting: number;
  /** Time (ms) since a connection was last handed out, while none is free; 0 while one is free. */
  stuckMs: number;
}

interface Waiter {
  grant(): void;
}

/**
 * Distributes a limited number of connections over owners. An owner gets another connection only while it holds fewer
 * connections than are free: a single owner gets at most half of them, two owners get a third each, and one remains for
 * the next owner. Waiting owners are served in turn.
 */
export class ConnectionShares {
  private free: number;
  private readonly held = new Map<string, number>();
  /** Waiting callers by owner, in the order of the owners' turns. */
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
   * Resolves when a connection may be used.
   * @param owner `UNSHARED` for work without a share, which only needs a free connection
   * @returns a function that gives the connection back; call it once
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
      // Moves the owner to the end of the map, where this loop reaches it again.
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
      // After a pause of the whole process, timers fire before the responses that free connections are handled.
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
