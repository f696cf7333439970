import { Service } from 'typedi';
import { Clock } from '../../../../clock.js';
import { isDatabaseUnavailable } from '../../../../database/database-errors.js';
import { Log } from '../../../../log.js';
import { type Outgoing, TransitionWriter } from '../store/transition-writer.service.js';

/** Transitions in one transaction. Building a larger statement would block the event loop. */
const BATCH = 250;
/** Transitions that may wait while the database is unavailable. At the limit the engine pauses, so that none is lost. */
const CAPACITY = 100_000;

/** Queues transitions and writes them to the database in order. */
@Service()
export class TransitionOutbox {
  private waiting: Outgoing[] = [];
  /** The batch being written. The same array is retried if the outcome is unknown, because the writer identifies it by that. */
  private batch: readonly Outgoing[] | undefined;
  /** The number of next transitions to write one by one, because one of them was rejected. */
  private oneByOne = 0;
  private writing: Promise<void> | undefined;
  private isDatabaseDown = false;

  constructor(
    private readonly writer: TransitionWriter,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  get isFull(): boolean {
    return this.waiting.length >= CAPACITY;
  }

  put(one: Outgoing): void {
    this.waiting.push(one);
  }

  /** Drops waiting transitions. A batch that is being written may still be stored. */
  clear(): void {
    this.waiting = [];
    if (this.writing === undefined) this.batch = undefined;
    this.oneByOne = 0;
  }

  /** Writes waiting transitions until none is left, the database is unavailable, or `canPublish`, called before each batch, returns false. Never rejects. */
  flush(canPublish: () => boolean = () => true): Promise<void> {
    this.writing ??= this.write(canPublish).finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async write(canPublish: () => boolean): Promise<void> {
    while (this.waiting.length > 0 && canPublish()) {
      const { waiting } = this;
      this.batch ??= waiting.slice(0, this.oneByOne > 0 ? 1 : BATCH);
      const { length } = this.batch;
      const outcome = await this.tryWriting(this.batch);
      if (waiting !== this.waiting) {
        // Cleared meanwhile.
        this.batch = undefined;
        continue;
      }
      if (outcome === 'unavailable') return;
      this.batch = undefined;
      // One rejected transition must not take the others with it.
      if (outcome === 'rejected' && length > 1) this.oneByOne = length;
      else {
        this.waiting.splice(0, length);
        this.oneByOne = Math.max(0, this.oneByOne - length);
      }
    }
  }

  private async tryWriting(batch: readonly Outgoing[]): Promise<'written' | 'rejected' | 'unavailable'> {
    try {
      await this.writer.write(batch, new Date(this.clock.now()));
      this.isDatabaseDown = false;
      return 'written';
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        if (!this.isDatabaseDown) this.log.warn({ component: 'geofences', err: error }, 'Geofence transitions are queued: the database is unavailable.');
        this.isDatabaseDown = true;
        return 'unavailable';
      }
      if (batch.length === 1) this.log.error({ component: 'geofences', err: error }, 'Geofence transition rejected by the database.');
      return 'rejected';
    }
  }
}
