import { Service } from 'typedi';
import { Clock } from '../../../../time/clock.js';
import { SECOND_MS } from '../../../../time/durations.js';
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

  constructor(
    private readonly live: LiveState,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.end ??= this.live.listen({
      moved: (movement) => {
        this.queue.dropReceivedBefore(this.clock.now() - KEPT_MS);
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

  /**
   * Adds what was received after a time (ms), in its order, and the last movement of each object within `overlapMs`
   * before it.
   */
  copyTo(queue: MovementQueue, receivedAfter: number, overlapMs: number): void {
    this.queue.copyTo(queue, receivedAfter, overlapMs);
  }
}
