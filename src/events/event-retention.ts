import { Service } from 'typedi';
import { Clock } from '../time/clock.js';
import { DAY_MS } from '../time/durations.js';
import { EventCatalog } from './event-catalog.js';
import { EventLog, type PositionRange } from './event-log.js';
import { type ClosedPartition, EventPartitions, type KeptType } from './event-partitions.js';

/** Number of rows of one statement. */
const BATCH = 5_000;
/**
 * A partition has room for the events of so many days, at the rate of the last ones, and for at least `MIN_EVENTS`.
 * Queries by time or id plan each, so there are few.
 */
const PARTITION_DAYS = 15;
const MIN_EVENTS = 1_000_000;
/** The next one is made when less than this share of the last is left. */
const SHARE_AHEAD = 0.2;
/** Partitions do not wait for types that are kept for longer (days), such as notes: their few events are moved. */
const MAX_ORDINARY_DAYS = 400;
/** A partition is dropped only when it has no more events to keep. */
const MAX_MOVED = 10_000;

/**
 * The retention of events. Partitions are dropped when the types that are kept longest have expired in them. Events
 * that expire before, and those of a partition that spans a long time, are deleted one by one.
 */
@Service()
export class EventRetention {
  constructor(
    private readonly catalogue: EventCatalog,
    private readonly log: EventLog,
    private readonly partitions: EventPartitions,
    private readonly clock: Clock,
  ) {}

  /** Makes the next partition when the last has little room left, and one for events that have none. */
  async makePartitions(signal: AbortSignal): Promise<void> {
    const [last, existing] = [await this.partitions.lastPosition(), await this.partitions.list()];
    const since = await this.log.positionBefore(new Date(this.clock.now() - PARTITION_DAYS * DAY_MS));
    const length = Math.max(1, Math.ceil((last - since) / MIN_EVENTS)) * MIN_EVENTS;
    let end = Math.max(1, ...existing.map(({ to }) => to ?? 0));
    while (!signal.aborted && end - last <= length * SHARE_AHEAD && (await this.partitions.add(end, end + length)))
      end += length;
  }

  /** The number of events that `forget` would delete. */
  async countExpired(): Promise<number> {
    const { whole, waiting } = await this.expiredPartitions();
    let rows = 0;
    for (const one of whole)
      rows += (await this.partitions.count([one])) - (await this.partitions.keptIn(one, this.kept(), MAX_MOVED)).length;
    for (const { type, retentionDays } of this.catalogue.list()) {
      const range = rangeOf(retentionDays === this.ordinaryDays() ? [...whole, ...waiting] : whole);
      rows += await this.log.countBefore(type, this.oldest(retentionDays), range);
    }
    return rows;
  }

  /** Deletes expired events until the signal aborts: whole partitions, and other events in small batches. */
  async forget(signal: AbortSignal): Promise<void> {
    const { whole, waiting } = await this.expiredPartitions();
    for (const partition of whole) {
      if (signal.aborted) return;
      await this.partitions.dropAllBut(await this.partitions.keptIn(partition, this.kept(), MAX_MOVED), partition);
    }
    for (const { type, retentionDays } of this.catalogue.list()) {
      const oldest = this.oldest(retentionDays);
      const range = retentionDays === this.ordinaryDays() ? rangeOf(waiting) : undefined;
      while (!signal.aborted && (await this.log.forget(type, oldest, BATCH, range)) === BATCH);
    }
  }

  /**
   * Those that can be dropped, and those after them that can be soon: their events are not deleted one by one until
   * then.
   */
  private async expiredPartitions(): Promise<{ whole: ClosedPartition[]; waiting: ClosedPartition[] }> {
    const oldest = this.oldest(this.ordinaryDays()).getTime();
    const [whole, waiting]: [ClosedPartition[], ClosedPartition[]] = [[], []];
    for (const partition of await this.partitions.closed(await this.log.head())) {
      const newest = partition.newest?.getTime() ?? 0;
      if (newest >= oldest + PARTITION_DAYS * DAY_MS) break;
      if (newest >= oldest) waiting.push(partition);
      else if (
        waiting.length === 0 &&
        (await this.partitions.keptIn(partition, this.kept(), MAX_MOVED)).length < MAX_MOVED
      )
        whole.push(partition);
    }
    return { whole, waiting };
  }

  private kept(): KeptType[] {
    return this.catalogue.list().map(({ type, retentionDays }) => ({ type, since: this.oldest(retentionDays) }));
  }

  /** The longest retention of a type, in days, without those that are kept for years. */
  private ordinaryDays(): number {
    return Math.max(
      ...this.catalogue.list().map(({ retentionDays }) => (retentionDays > MAX_ORDINARY_DAYS ? 0 : retentionDays)),
    );
  }

  private oldest(retentionDays: number): Date {
    return new Date(this.clock.now() - retentionDays * DAY_MS);
  }
}

/** The positions of partitions that follow each other. */
function rangeOf(partitions: readonly ClosedPartition[]): PositionRange | undefined {
  const [first, last] = [partitions[0], partitions.at(-1)];
  return first && last && { from: first.from ?? 0, to: last.to };
}
