import { Service } from 'typedi';

/** Tells that events were appended. Loses nothing by a missed ring: everyone looks by themselves once a second. */
@Service()
export class EventBell {
  private readonly waiting = new Set<() => void>();
  private rung = 0;

  /** How often it has rung: to be read before looking for events, and given to `next`. */
  get count(): number {
    return this.rung;
  }

  ring(): void {
    this.rung += 1;
    for (const wake of [...this.waiting]) wake();
  }

  /** Resolves at the first ring after `count`, after `ms`, or when `signal` is aborted. */
  async next(count: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.rung > count || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.waiting.add(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.waiting.delete(resolve);
    clearTimeout(timer);
  }
}

/** Tells that events have got their place in the log, by this process or another. */
@Service()
export class LogBell extends EventBell {
  private head = 0;

  /** Rings unless it is known already that the log reaches so far: what this process does itself comes back to it from the database. */
  reached(position: number): void {
    if (position <= this.head) return;
    this.head = position;
    this.ring();
  }
}
