import { Service } from 'typedi';
import { Clock } from '../../../../time/clock.js';
import { SECOND_MS } from '../../../../time/durations.js';
import { LiveState } from '../../live/live-state.js';
import { MovementQueue } from './movement-queue.js';

/** Time for which movements are kept (ms); it exceeds the time until another process takes over from a frozen one. */
const KEPT_MS = 20 * SECOND_MS;
/** Maximum number of movements, 68 MB. At a higher rate of movements they cover less time. */
const MAX_MOVEMENTS = 1_048_576;
/** Number of movements dropped at once when the queue is full. */
const STEP = 1_024;

/** Keeps the movements of the last seconds, for shards of geofences that this process takes over. */
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
   * Copies entries to `queue` in their order: the movements received after a time (ms), and the last movement of each
   * object within `overlapMs` before that time.
   */
  copyTo(queue: MovementQueue, receivedAfter: number, overlapMs: number): void {
    this.queue.copyTo(queue, receivedAfter, overlapMs);
  }
}
