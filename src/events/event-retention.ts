import { Service } from 'typedi';
import { Clock } from '../time/clock.js';
import { DAY_MS } from '../time/durations.js';
import { EventCatalog } from './event-catalog.js';
import { EventLog, type PositionRange } from './event-log.js';
import { type ClosedPartition, EventPartitions, type KeptType } from './event-partitions.js';

/** Maximum number of rows that one statement deletes. */
const BATCH = 5_000;
/**
 * A partition has room for the events of this many days, at the recent rate, and for at least `MIN_EVENTS`. Partitions
 * are few, because queries by time or id plan each of them.
 */
const PARTITION_DAYS = 15;
const MIN_EVENTS = 1_000_000;
/** The next partition is created when less than this fraction of the last one is free. */
const SHARE_AHEAD = 0.2;
/**
 * Partitions can be dropped although they contain types that are kept for longer than this (days), such as notes: the
 * few events of these types are moved.
 */
const MAX_ORDINARY_DAYS = 400;
/** A partition is dropped only when it has fewer events than this to keep. */
const MAX_MOVED = 10_000;

/**
 * Deletes expired events. A partition is dropped when the types with the longest ordinary retention have expired in it.
 * Events that expire earlier, and events in a partition of a long time range, are deleted individually.
 */
@Service()
export class EventRetention {
  constructor(
    private readonly catalogue: EventCatalog,
    private readonly log: EventLog,
    private readonly partitions: EventPartitions,
    private readonly clock: Clock,
  ) {}

  /** Creates partitions until the last one has enough free positions, also for events that have no partition yet. */
  async makePartitions(signal: AbortSignal): Promise<void> {
    const [last, existing] = [await this.partitions.lastPosition(), await this.partitions.list()];
    const since = await this.log.positionBefore(new Date(this.clock.now() - PARTITION_DAYS * DAY_MS));
    const length = Math.max(1, Math.ceil((last - since) / MIN_EVENTS)) * MIN_EVENTS;
    let end = Math.max(1, ...existing.map(({ to }) => to ?? 0));
    while (!signal.aborted && end - last <= length * SHARE_AHEAD && (await this.partitions.add(end, end + length)))
      end += length;
  }

  /** Returns the number of events that `forget` would delete. */
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
   * Returns the partitions that can be dropped (`whole`), and the following ones that can be dropped soon (`waiting`),
   * whose events are therefore not deleted individually.
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

  /** Returns the longest retention of a type (days), without types that are kept for years. */
  private ordinaryDays(): number {
    return Math.max(
      ...this.catalogue.list().map(({ retentionDays }) => (retentionDays > MAX_ORDINARY_DAYS ? 0 : retentionDays)),
    );
  }

  private oldest(retentionDays: number): Date {
    return new Date(this.clock.now() - retentionDays * DAY_MS);
  }
}

/** Returns the range of positions of consecutive partitions. */
function rangeOf(partitions: readonly ClosedPartition[]): PositionRange | undefined {
  const [first, last] = [partitions[0], partitions.at(-1)];
  return first && last && { from: first.from ?? 0, to: last.to };
}
