import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { MovingObjectRepository } from './objects/moving-object.repository.js';
import { TrackRepository } from './track.repository.js';
import { TrackPartitions } from './track-partitions.repository.js';

/** Number of rows of one statement. */
const BATCH = 5_000;
/** Objects are known for at least so long after they were last seen. */
const OBJECT_DAYS = 90;
/** Partitions are made so many days ahead. */
const DAYS_AHEAD = 3;
/**
 * A partition holds one day, or this many when tracks are kept for longer than `MAX_SHORT_DAYS`: queries without a time
 * plan each partition.
 */
const LONG_PARTITION_DAYS = 30;
const MAX_SHORT_DAYS = 200;

/** The retention of history. */
@Service()
export class TrackRetention {
  constructor(
    private readonly tracks: TrackRepository,
    private readonly partitions: TrackPartitions,
    private readonly objects: MovingObjectRepository,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
  ) {}

  /** Before that moment (ms) there is nothing. */
  get oldest(): number {
    return this.clock.now() - this.config.trackDays * DAY_MS;
  }

  /** Returns the problem of a time before that, for the caller. */
  get tooOld(): string {
    return `must be within the last ${this.config.trackDays} days: tracks are kept no longer`;
  }

  /** The number of points that `forget` would delete: points of a day are deleted once the whole day has expired. */
  async countExpired(): Promise<number> {
    const { oldest } = this;
    return this.tracks.countBefore(oldest, await this.partitions.expired(oldest));
  }

  /** Makes the partitions of the next days, and those of points that have none. */
  async makePartitions(signal: AbortSignal): Promise<void> {
    const lengths = this.config.trackDays > MAX_SHORT_DAYS ? ([LONG_PARTITION_DAYS, 1] as const) : ([1] as const);
    await this.partitions.make({ oldest: this.oldest, now: this.clock.now(), daysAhead: DAYS_AHEAD, lengths }, signal);
  }

  /** Deletes expired tracks until the signal aborts: whole partitions, and points of other times in small batches. */
  async forget(signal: AbortSignal): Promise<void> {
    const { oldest } = this;
    for (const partition of await this.partitions.expired(oldest)) {
      if (signal.aborted) return;
      if (partition.isPast) await this.partitions.drop(partition);
      else while (!signal.aborted && (await this.tracks.forget(oldest, BATCH, partition)) === BATCH);
    }
    // Objects are deleted after their points, never before.
    const unseenSince = this.clock.now() - Math.max(OBJECT_DAYS, this.config.trackDays) * DAY_MS;
    while (!signal.aborted && (await this.objects.forget(unseenSince, BATCH)) === BATCH);
  }
}
