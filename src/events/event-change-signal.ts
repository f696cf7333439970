import { Service } from 'typedi';

/**
 * Wakes the consumers of this process when events were appended. Missed notifications do no harm: consumers also poll
 * once a second.
 */
@Service()
export class EventChangeSignal {
  private readonly waiting = new Set<() => void>();
  private notified = 0;

  /** Number of notifications so far. Read it before looking for events, and pass it to `next`. */
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
    // Consumers reuse the signal of their whole lifetime, so the listener is removed after each wait.
    signal.removeEventListener('abort', end);
    this.waiting.delete(resolve);
    clearTimeout(timer);
  }
}

/** Wakes the consumers when this process or another one has assigned positions to events in the log. */
@Service()
export class LogChangeSignal extends EventChangeSignal {
  private head = 0;

  /** Notifies unless this position is already known: the database also notifies a process of its own events. */
  reached(position: number): void {
    if (position <= this.head) return;
    this.head = position;
    this.notify();
  }
}
