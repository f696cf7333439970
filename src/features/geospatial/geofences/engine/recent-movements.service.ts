import { Service } from 'typedi';
import { SECOND_MS } from '../../../../durations.js';
import { LiveState } from '../../live/live-state.js';
import { MovementQueue } from './movement-queue.js';

/** Longer than it takes until another process evaluates what a frozen one did (ms). */
const KEPT_MS = 20 * SECOND_MS;
/** 68 MB. At more movements fewer seconds are kept. */
const MAX_MOVEMENTS = 1_048_576;
/** Movements dropped at once. */
const STEP = 1_024;

/** Keeps the movements of the last seconds, for shards of fences that this process takes over. */
@Service()
export class RecentMovements {
  private readonly queue = new MovementQueue(MAX_MOVEMENTS);
  private end?: () => void;

  constructor(private readonly live: LiveState) {}

  start(): void {
    this.end ??= this.live.listen({
      moved: (movement) => {
        this.queue.dropReceivedBefore(movement.receivedAt - KEPT_MS);
        if (this.queue.push(movement)) return;
        this.queue.drop(STEP);
        this.queue.push(movement);
      },
      expired: (layer, key) => void this.queue.pushExpired(layer, key),
    });
  }

  stop(): void {
    this.end?.();
    this.end = undefined;
    this.queue.clear();
  }

  /** Adds the movements that were received after a time (ms), in their order, and what expired among them. */
  copyTo(queue: MovementQueue, receivedAfter: number): void {
    this.queue.copyTo(queue, receivedAfter);
  }
}
