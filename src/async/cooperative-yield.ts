import { ownTurn } from './own-turn.js';

/** Work on the event loop before other work has its turn (ms). */
const SLICE_MS = 5;

/** Divides a long calculation on the event loop into slices, so that other requests are answered between them. */
export class YieldTimer {
  private endsAt = performance.now() + SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Lets other work run, then begins the next slice. @throws the reason of the signal */
  async next(signal?: AbortSignal): Promise<void> {
    await ownTurn();
    signal?.throwIfAborted();
    this.endsAt = performance.now() + SLICE_MS;
  }
}
