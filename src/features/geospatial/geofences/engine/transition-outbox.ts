import { isDatabaseUnavailable } from '../../../../database/database-errors.js';
import type { Log } from '../../../../logging/log.js';
import type { Clock } from '../../../../time/clock.js';
import { SECOND_MS } from '../../../../time/durations.js';
import type { FenceShard } from '../fence-shard.js';
import { type Outgoing, ShardTaken, type TransitionWriter } from '../store/transition-writer.service.js';

/** Maximum number of transitions in one transaction. Building a larger statement would block the event loop. */
const BATCH = 250;
/**
 * Maximum number of transitions that wait while the database is unavailable. At the limit the engine pauses, so that no
 * transition is lost.
 */
const CAPACITY = 100_000;

/** Interval (ms) at which the progress of a shard without transitions is stored. */
const PROGRESS_INTERVAL_MS = SECOND_MS;

interface Waiting {
  one: Outgoing;
  /** Value of `evaluatedUntil` when the entry was added. */
  after: number;
}

interface Batch {
  /**
   * The entries; a batch whose outcome is unknown is retried with the same array, by which the writer recognizes it.
   */
  entries: readonly Outgoing[];
  /** Time of receipt (ms) up to which the transitions of all movements are in this batch or an earlier one. */
  until: number;
}

/** Queues transitions and writes them to the database in order. */
export class TransitionOutbox {
  /** Time of receipt (ms) up to which the transitions of all movements were added. */
  evaluatedUntil = Number.NEGATIVE_INFINITY;
  /** True once another process evaluates the shard; this outbox then writes nothing more. */
  isSuperseded = false;
  private waiting: Waiting[] = [];
  private batch: Batch | undefined;
  /** Number of next transitions to write individually, because one of their batch was rejected. */
  private oneByOne = 0;
  private writing: Promise<void> | undefined;
  private isDatabaseDown = false;
  private stored = { until: Number.NEGATIVE_INFINITY, at: Number.NEGATIVE_INFINITY };

  /** @param shard undefined: all geofences */
  constructor(
    private readonly writer: TransitionWriter,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly shard?: FenceShard,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  get isFull(): boolean {
    return this.waiting.length >= CAPACITY;
  }

  put(one: Outgoing): void {
    if (!this.isSuperseded) this.waiting.push({ one, after: this.evaluatedUntil });
  }

  /** Drops waiting transitions. A batch that is being written may still be stored. */
  clear(): void {
    this.waiting = [];
    if (this.writing === undefined) this.batch = undefined;
    this.oneByOne = 0;
    // The next process evaluates the dropped transitions again.
    this.evaluatedUntil = Number.NEGATIVE_INFINITY;
  }

  /**
   * Writes waiting transitions until the queue is empty, the database is unavailable, or `canPublish`, called before
   * each batch, returns false. Never rejects.
   */
  flush(canPublish: () => boolean = () => true): Promise<void> {
    this.writing ??= this.write(canPublish).finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  /**
   * Writes the waiting transitions and stores the progress of the shard, from which the next process continues. Never
   * rejects.
   */
  async finish(): Promise<void> {
    await this.flush();
    await this.storeProgress();
  }

  private async write(canPublish: () => boolean): Promise<void> {
    while (this.waiting.length > 0 && canPublish()) {
      const { waiting } = this;
      this.batch ??= this.nextBatch();
      const { length } = this.batch.entries;
      const outcome = await this.tryWriting(this.batch);
      if (outcome === 'superseded') this.clear();
      if (waiting !== this.waiting) {
        // The queue was cleared while the batch was written.
        this.batch = undefined;
        continue;
      }
      if (outcome === 'unavailable') return;
      this.batch = undefined;
      // After a rejection the batch is written again one by one, so that the valid transitions are kept.
      if (outcome === 'rejected' && length > 1) this.oneByOne = length;
      else {
        this.waiting.splice(0, length);
        this.oneByOne = Math.max(0, this.oneByOne - length);
      }
    }
    if (this.waiting.length === 0 && this.clock.now() - this.stored.at >= PROGRESS_INTERVAL_MS)
      await this.storeProgress();
  }

  private nextBatch(): Batch {
    const count = this.oneByOne > 0 ? 1 : BATCH;
    const next = this.waiting[count];
    return {
      entries: this.waiting.slice(0, count).map(({ one }) => one),
      until: next === undefined ? this.evaluatedUntil : next.after,
    };
  }

  private async tryWriting({ entries, until }: Batch): Promise<'written' | 'rejected' | 'unavailable' | 'superseded'> {
    try {
      await this.writer.write(entries, new Date(this.clock.now()), this.shard && { shard: this.shard, until });
      this.isDatabaseDown = false;
      this.stored = { until: Math.max(until, this.stored.until), at: this.clock.now() };
      return 'written';
    } catch (error) {
      if (error instanceof ShardTaken) {
        this.isSuperseded = true;
        return 'superseded';
      }
      if (isDatabaseUnavailable(error)) {
        if (!this.isDatabaseDown)
          this.log.warn(
            { component: 'geofences', err: error },
            'Geofence transitions are queued: the database is unavailable.',
          );
        this.isDatabaseDown = true;
        return 'unavailable';
      }
      if (entries.length === 1)
        this.log.error({ component: 'geofences', err: error }, 'Geofence transition rejected by the database.');
      return 'rejected';
    }
  }

  private async storeProgress(): Promise<void> {
    const { evaluatedUntil, shard } = this;
    if (shard === undefined || this.isSuperseded || this.waiting.length > 0 || evaluatedUntil <= this.stored.until)
      return;
    try {
      this.isSuperseded = !(await this.writer.advance({ shard, until: evaluatedUntil }));
      this.stored = { until: evaluatedUntil, at: this.clock.now() };
    } catch {
      // The next batch, or the next call a second later, stores the progress.
    }
  }
}
