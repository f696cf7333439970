import { actingOwner } from './acting-account.js';

/** CPU time that work that continues may take of one turn of the event loop (ms), where the rest of the turn takes less. */
const BUDGET_MS = 8;

/** Owner of background work. */
const SERVICE = '';

/** CPU time of this thread (ms). Not the time of day: a busy machine interrupts a turn for longer than the turn takes. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Shares turns of the event loop among work that continues in pieces. The event loop reads every answer of the database that has arrived before
 * it reads the next request, and ten long answers are a tenth of a second. Here they take a few milliseconds of a turn, or half of it where the rest
 * takes long, and what is left continues in later turns, so that other requests are read and answered in between. Accounts take turns (round robin).
 */
export class EventLoopTurns {
  /** CPU time when work continued in the present turn first; undefined between turns. */
  private beganMs: number | undefined;
  private budgetMs = BUDGET_MS;
  /** By owner, in the order of their turns; none is empty. */
  private readonly waiting = new Map<string, Array<() => void>>();

  /** Returns nothing while the present turn has room; otherwise resolves in the turn that has. */
  room(): Promise<void> | undefined {
    this.beganMs ??= this.begin();
    return this.waiting.size === 0 && usedMs() - this.beganMs < this.budgetMs ? undefined : this.wait();
  }

  /** Resolves in a later turn. */
  next(): Promise<void> {
    this.beganMs ??= this.begin();
    return this.wait();
  }

  private wait(): Promise<void> {
    const owner = actingOwner() ?? SERVICE;
    return new Promise((resolve) => {
      const own = this.waiting.get(owner);
      if (own === undefined) this.waiting.set(owner, [resolve]);
      else own.push(resolve);
    });
  }

  private begin(): number {
    setImmediate(this.endTurn);
    return usedMs();
  }

  private readonly endTurn = (): void => {
    const began = this.beganMs ?? usedMs();
    this.beganMs = undefined;
    if (this.waiting.size === 0) return;
    this.beganMs = this.begin();
    this.budgetMs = Math.max(BUDGET_MS, (this.beganMs - began) / 2);
    let left = 0;
    for (const own of this.waiting.values()) left += own.length;
    this.resume(this.beganMs, left);
  };

  /** @param left those that waited when the turn began; others wait for the next one */
  private resume(began: number, left: number): void {
    if (left === 0 || usedMs() - began >= this.budgetMs) return;
    this.takeFirst()?.();
    // All of its promises first: a tick comes after them.
    queueMicrotask(() => process.nextTick(() => this.resume(began, left - 1)));
  }

  private takeFirst(): (() => void) | undefined {
    const [first] = this.waiting;
    if (first === undefined) return undefined;
    const [owner, own] = first;
    this.waiting.delete(owner);
    const taken = own.shift();
    // To the end of the row.
    if (own.length > 0) this.waiting.set(owner, own);
    return taken;
  }
}

/** Of this thread. */
export const eventLoopTurns = new EventLoopTurns();
