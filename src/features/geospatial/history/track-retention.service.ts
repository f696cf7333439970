import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { DAY_MS } from '../../../durations.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { MovingObjectRepository } from './objects/moving-object.repository.js';
import { TrackRepository } from './track.repository.js';
import { type TrackPartition, TrackPartitions } from './track-partitions.repository.js';

/** Rows of one statement. */
const BATCH = 5_000;
/** Objects are known for at least so long after they were last seen. */
const OBJECT_DAYS = 90;
/** Partitions are made so many days ahead. */
const DAYS_AHEAD = 3;
/** A partition holds one day, or this many when tracks are kept for longer than `MAX_SHORT_DAYS`: queries without a time plan each partition. */
const LONG_PARTITION_DAYS = 30;
const MAX_SHORT_DAYS = 200;

/** How long history is kept. */
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

  /** What is wrong with a time before that, for the caller. */
  get tooOld(): string {
    return `must be within the last ${this.config.trackDays} days: tracks are kept no longer`;
  }

  /** The number of points that `forget` would delete: points of a day are deleted once the whole day has expired. */
  async countExpired(): Promise<number> {
    const { oldest } = this;
    const partitions = await this.partitions.list();
    return this.tracks.countBefore(
      oldest,
      partitions.filter((one) => isExpired(one, oldest) || isUnbounded(one)),
    );
  }

  /** Makes the partitions of the next days, and those of points that have none. */
  async makePartitions(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const existing = await this.partitions.list();
    const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_day, index) => now + index * DAY_MS);
    for (const moment of [...ahead, ...(await this.partitions.daysOutside(this.oldest, now + DAYS_AHEAD * DAY_MS))]) {
      const slot = this.slotsOf(moment).find(({ from, to }) => !existing.some((one) => overlaps(one, from, to)));
      if (signal.aborted || slot === undefined) continue;
      if (await this.partitions.add(slot.from, slot.to)) existing.push({ id: 0, name: '', ...slot });
    }
  }

  /** Deletes expired tracks until the signal aborts: whole partitions, and points of other times in small batches. */
  async forget(signal: AbortSignal): Promise<void> {
    const { oldest } = this;
    for (const partition of await this.partitions.list()) {
      if (signal.aborted) return;
      if (isExpired(partition, oldest)) await this.partitions.drop(partition);
      else if (isUnbounded(partition)) while (!signal.aborted && (await this.tracks.forget(oldest, BATCH, partition)) === BATCH);
    }
    // Objects are deleted after their points, never before.
    const unseenSince = this.clock.now() - Math.max(OBJECT_DAYS, this.config.trackDays) * DAY_MS;
    while (!signal.aborted && (await this.objects.forget(unseenSince, BATCH)) === BATCH);
  }

  /** The ranges that a partition for a moment may have, the preferred one first. */
  private slotsOf(moment: number): Array<{ from: number; to: number }> {
    const lengths = this.config.trackDays > MAX_SHORT_DAYS ? [LONG_PARTITION_DAYS * DAY_MS, DAY_MS] : [DAY_MS];
    return lengths.map((length) => ({ from: Math.floor(moment / length) * length, to: (Math.floor(moment / length) + 1) * length }));
  }
}

const isExpired = ({ to }: TrackPartition, oldest: number): boolean => to !== null && to <= oldest;

/** The default partition, and the one with the points from before there were partitions. */
const isUnbounded = ({ from }: TrackPartition): boolean => from === null;

const overlaps = (one: TrackPartition, from: number, to: number): boolean => one.to !== null && one.to > from && (one.from ?? Number.NEGATIVE_INFINITY) < to;
