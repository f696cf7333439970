import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { CallsignRepository } from './objects/callsign.repository.js';
import { MovingObjectRepository } from './objects/moving-object.repository.js';
import { TrackRepository } from './track.repository.js';
import { TrackPartitions } from './track-partitions.repository.js';

/** Maximum number of rows deleted in one statement. */
const BATCH = 5_000;
/** Minimum number of days that the state of an object is kept after its last report. */
const OBJECT_DAYS = 90;
/** Number of days for which partitions are created in advance. */
const DAYS_AHEAD = 3;
/**
 * Number of days of a partition when tracks are kept for longer than `MAX_SHORT_DAYS`, because queries without a time
 * plan every partition; otherwise a partition has one day.
 */
const LONG_PARTITION_DAYS = 30;
const MAX_SHORT_DAYS = 200;

/** Creates the partitions of tracks, and deletes tracks, callsigns and objects past their retention. */
@Service()
export class TrackRetention {
  constructor(
    private readonly tracks: TrackRepository,
    private readonly partitions: TrackPartitions,
    private readonly objects: MovingObjectRepository,
    private readonly callsigns: CallsignRepository,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
  ) {}

  /** Time (ms) before which no points are available. */
  get oldest(): number {
    return this.clock.now() - this.config.trackDays * DAY_MS;
  }

  /** Message for callers whose time is before `oldest`. */
  get tooOld(): string {
    return `must be within the last ${this.config.trackDays} days: tracks are kept no longer`;
  }

  /** Returns the number of expired points that `forget` would delete. */
  async countExpired(): Promise<number> {
    const { oldest } = this;
    return this.tracks.countBefore(oldest, await this.partitions.expired(oldest));
  }

  /**
   * Creates the partitions of the next days, and partitions for points without one.
   * @param since time (ms) from which all partitions are created
   */
  async makePartitions(signal: AbortSignal, since = this.clock.now()): Promise<void> {
    const lengths = this.config.trackDays > MAX_SHORT_DAYS ? ([LONG_PARTITION_DAYS, 1] as const) : ([1] as const);
    const daysAhead = Math.ceil((this.clock.now() - since) / DAY_MS) + DAYS_AHEAD;
    await this.partitions.make({ oldest: this.oldest, now: since, daysAhead, lengths }, signal);
  }

  /**
   * Deletes expired tracks until the signal aborts: past partitions as a whole, and points of other partitions in
   * batches.
   */
  async forget(signal: AbortSignal): Promise<void> {
    const { oldest } = this;
    for (const partition of await this.partitions.expired(oldest)) {
      if (signal.aborted) return;
      if (partition.isPast) await this.partitions.drop(partition);
      else while (!signal.aborted && (await this.tracks.forget(oldest, BATCH, partition)) === BATCH);
    }
    // The callsign of the oldest flight may have been stored up to two days before it.
    const uncalled = oldest - 2 * DAY_MS;
    while (!signal.aborted && (await this.callsigns.forget(uncalled, BATCH)) === BATCH);
    // Objects are deleted after their points, so that no point lacks its object.
    const unseenSince = this.clock.now() - Math.max(OBJECT_DAYS, this.config.trackDays) * DAY_MS;
    while (!signal.aborted && (await this.objects.forget(unseenSince, BATCH)) === BATCH);
  }
}
