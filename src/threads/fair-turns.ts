export interface FairTurnsOptions {
  /** Pieces of work that run at the same time. */
  running: number;
  /** Pieces of work that may wait, of all shares together. */
  waiting: number;
}

interface Waiter {
  begin(): void;
  refuse(error: Error): void;
}

/** There is no room to wait. */
export class TurnRefused extends Error {}

/**
 * Runs a limited number of tasks at a time; the others wait, and shares take turns (round robin), so that a busy share delays another by one task
 * only. A share may use half of the queue. When the queue is full, the share with the most waiting tasks drops its newest for a share with fewer
 * ("longest queue drop").
 */
export class FairTurns {
  /** By share, in the order of their turns; none is empty. */
  private readonly queues = new Map<string, Waiter[]>();
  private running = 0;
  private waiting = 0;

  constructor(private readonly options: FairTurnsOptions) {}

  /** What runs and what waits. */
  get counts(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting };
  }

  /**
   * @param signal aborts a waiting task; a running one continues
   * @throws TurnRefused; the signal's reason; what the work throws
   */
  async run<Result>(share: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.running >= this.options.running) await this.turn(share, signal);
    else this.running += 1;
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private turn(share: string, signal: AbortSignal | undefined): Promise<void> {
    const own = this.queues.get(share) ?? [];
    if (own.length >= Math.ceil(this.options.waiting / 2) || (this.waiting >= this.options.waiting && !this.dropLongest(own.length + 1)))
      return Promise.reject(new TurnRefused());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { begin: resolve, refuse: reject };
    own.push(waiter);
    if (own.length === 1) this.queues.set(share, own);
    this.waiting += 1;
    if (signal === undefined) return promise;
    const abort = () => {
      if (this.remove(share, waiter)) reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  /** Drops the newest task of the share with the most waiting. @returns false when no share has more than `length` */
  private dropLongest(length: number): boolean {
    let longest: [string, Waiter[]] | undefined;
    for (const entry of this.queues) if (entry[1].length > (longest?.[1].length ?? length)) longest = entry;
    if (longest === undefined) return false;
    const [share, queue] = longest;
    const newest = queue.at(-1) as Waiter;
    this.remove(share, newest);
    newest.refuse(new TurnRefused());
    return true;
  }

  private remove(share: string, waiter: Waiter): boolean {
    const queue = this.queues.get(share);
    const at = queue?.indexOf(waiter) ?? -1;
    if (queue === undefined || at < 0) return false;
    queue.splice(at, 1);
    if (queue.length === 0) this.queues.delete(share);
    this.waiting -= 1;
    return true;
  }

  /** Hands the place on to the next share, which then goes to the end of the row. */
  private next(): void {
    const [first] = this.queues;
    if (first === undefined) {
      this.running -= 1;
      return;
    }
    const [share, queue] = first;
    this.queues.delete(share);
    const waiter = queue.shift() as Waiter;
    if (queue.length > 0) this.queues.set(share, queue);
    this.waiting -= 1;
    waiter.begin();
  }
}
