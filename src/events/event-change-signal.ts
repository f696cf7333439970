import { Service } from 'typedi';

/**
 * Wakes the consumers of this process when events were appended. A missed notification loses nothing: consumers also
 * poll once a second.
 */
@Service()
export class EventChangeSignal {
  private readonly waiting = new Set<() => void>();
  private notified = 0;

  /** The number of notifications so far. Read it before looking for events, and pass it to `next`. */
  get count(): number {
    return this.notified;
  }

  notify(): void {
    this.notified += 1;
    for (const wake of [...this.waiting]) wake();
  }

  /** Resolves at the first notification after `count`, after `ms`, or when `signal` is aborted. */
  async next(count: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.notified > count || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    const end = () => resolve();
    this.waiting.add(resolve);
    signal.addEventListener('abort', end);
    await promise;
    // Consumers wait again and again with the signal of their whole life.
    signal.removeEventListener('abort', end);
    this.waiting.delete(resolve);
    clearTimeout(timer);
  }
}

/** Wakes the consumers when events got their positions in the log, assigned by this process or another. */
@Service()
export class LogChangeSignal extends EventChangeSignal {
  private head = 0;

  /**
   * Notifies unless this position is known already: what this process appends also comes back to it from the database.
   */
  reached(position: number): void {
    if (position <= this.head) return;
    this.head = position;
    this.notify();
  }
}
