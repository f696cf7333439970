import { ownTurn } from './event-loop-turns.js';

/**
 * Time for which work may run on the event loop before other work gets its turn (ms). It is short, because a request
 * needs several turns and may wait for one slice in each of them; a further turn costs only some microseconds.
 */
const SLICE_MS = 2;

/** Divides a long calculation on the event loop into slices, between which other requests are answered. */
export class YieldTimer {
  private endsAt = performance.now() + SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Lets other work run, then starts the next slice. @throws the reason of the signal */
  async next(signal?: AbortSignal): Promise<void> {
    await ownTurn();
    signal?.throwIfAborted();
    this.endsAt = performance.now() + SLICE_MS;
  }
}
