import { ownTurn } from '../../async/event-loop-turns.js';

/** Maximum time for sending refusals in one turn of the event loop (ms). */
const TURN_MS = 4;

/**
 * Sends refusals after a delay, for at most a few milliseconds in a turn of the event loop. If many refusals were sent
 * at once, their callers would also send their next requests at once, and all other requests would wait for hundreds of
 * them.
 */
export class RefusalQueue {
  private readonly waiting: Array<{ dueTick: number; send: () => void }> = [];
  /** Number of refusals at the start of `waiting` that were already sent; they are removed together. */
  private sent = 0;
  private isRunning = false;

  constructor(private readonly delayMs: number) {}

  /** Number of refusals that were not sent yet. */
  get size(): number {
    return this.waiting.length - this.sent;
  }

  /** Queues a refusal, to be sent after the delay. @param send must not throw */
  add(send: () => void): void {
    this.waiting.push({ dueTick: performance.now() + this.delayMs, send });
    if (this.isRunning) return;
    this.isRunning = true;
    setTimeout(this.run, this.delayMs);
  }

  /**
   * Waits like a queued refusal, for a caller that then throws the refusal as a `Problem`. Each call resolves in its
   * own turn of the event loop.
   */
  async wait(): Promise<void> {
    await new Promise<void>((resolve) => this.add(resolve));
    await ownTurn();
  }

  private readonly run = (): void => {
    const began = performance.now();
    let isTurnOver = false;
    let next = this.waiting[0];
    for (; next !== undefined && next.dueTick <= began && !isTurnOver; next = this.waiting[this.sent]) {
      this.sent += 1;
      next.send();
      isTurnOver = performance.now() - began >= TURN_MS;
    }
    this.waiting.splice(0, this.sent);
    this.sent = 0;
    this.isRunning = next !== undefined;
    if (next === undefined) return;
    if (next.dueTick <= began) setImmediate(this.run);
    else setTimeout(this.run, Math.ceil(next.dueTick - began));
  };
}
