export interface FairTurnsOptions {
  /** Maximum number of concurrent tasks. */
  running: number;
  /** Maximum number of waiting tasks of all shares together. */
  waiting: number;
  /**
   * A task that is expected to end later than this (ms), by the recent durations of tasks, is refused at once. Default:
   * no limit.
   */
  maxMs?: number;
  /** Returns the time of a monotonic clock (ms). Default: the clock of this process. */
  now?: () => number;
}

interface Waiter {
  sinceTick: number;
  begin(): void;
  refuse(error: Error): void;
}

/** A task that has waited longer than this (ms) is not dropped, because a refusal must come soon after the request. */
const MAX_DROPPED_MS = 50;
/** Weight of the last task in the smoothed duration. */
const SMOOTHING = 0.1;

/** The task was refused because the queue is full or the expected wait is too long. */
export class TurnRefused extends Error {}

/**
 * Runs a limited number of tasks at a time; the others wait, and shares take turns (round robin), so that a busy share
 * delays another one by only one task. A share gets another place in the queue while it has fewer places than are free:
 * one share uses at most half of the queue, and two use a third each (Choudhury, Hahne: "Dynamic queue length
 * thresholds for shared-memory packet switches", 1998). If the queue is full nevertheless, the share with the most
 * waiting tasks drops its newest one, if that is recent, for a share without waiting tasks.
 */
export class FairTurns {
  /** Waiting tasks by share, in the order of the shares' turns; no list is empty. */
  private readonly queues = new Map<string, Waiter[]>();
  private running = 0;
  private waiting = 0;
  /** Smoothed duration of a task (ms); 0 before the first one has ended. */
  private usualMs = 0;

  private readonly now: () => number;
  private readonly maxMs: number;

  constructor(private readonly options: FairTurnsOptions) {
    this.now = options.now ?? (() => performance.now());
    this.maxMs = options.maxMs ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the numbers of running and waiting tasks. */
  get counts(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting };
  }

  /** Returns true if a task of a share would run or wait, without another task being dropped for it. */
  hasCapacity(share: string): boolean {
    if (this.running < this.options.running) return true;
    const own = this.queues.get(share)?.length ?? 0;
    return this.isFree(own) && !this.isTooLate(own);
  }

  /**
   * Runs a task when it is the turn of its share.
   * @param signal aborts a waiting task; a running one continues
   * @throws TurnRefused; the signal's reason; the error of the work
   */
  async run<Result>(share: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.running >= this.options.running) await this.turn(share, signal);
    else this.running += 1;
    const began = this.now();
    try {
      return await work();
    } finally {
      const took = this.now() - began;
      this.usualMs += this.usualMs === 0 ? took : SMOOTHING * (took - this.usualMs);
      this.next();
    }
  }

  private turn(share: string, signal: AbortSignal | undefined): Promise<void> {
    const own = this.queues.get(share) ?? [];
    const isRefused =
      this.isTooLate(own.length) || (!this.isFree(own.length) && (own.length > 0 || !this.dropLongest()));
    if (isRefused) return Promise.reject(new TurnRefused());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { sinceTick: this.now(), begin: resolve, refuse: reject };
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

  private isTooLate(own: number): boolean {
    return this.expectedMs(own) > this.maxMs;
  }

  /** Returns true if a share with `own` waiting tasks may have another place. */
  private isFree(own: number): boolean {
    return own < this.options.waiting - this.waiting;
  }

  /**
   * Returns the expected time (ms) until the next task of a share with `own` waiting ones has ended. Each other share
   * has as many turns before it.
   */
  private expectedMs(own: number): number {
    if (this.usualMs === 0) return 0;
    let before = 0;
    for (const queue of this.queues.values()) before += Math.min(queue.length, own + 1);
    return ((before + 1) / this.options.running + 1) * this.usualMs;
  }

  /**
   * Drops the newest task of the share with the most waiting ones, of the shares whose newest task is recent.
   * @returns false when no share with more than one waiting task has a recent one
   */
  private dropLongest(): boolean {
    const since = this.now() - MAX_DROPPED_MS;
    let longest: [string, Waiter[]] | undefined;
    for (const entry of this.queues) {
      const [, queue] = entry;
      if (queue.length > (longest?.[1].length ?? 1) && (queue.at(-1) as Waiter).sinceTick >= since) longest = entry;
    }
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

  /** Starts the first task of the next share, which then moves to the end. */
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
