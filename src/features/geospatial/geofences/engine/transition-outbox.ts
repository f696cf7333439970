import { Service } from 'typedi';
import { Clock } from '../../../../clock.js';
import { isDatabaseUnavailable } from '../../../../database/database-errors.js';
import { Log } from '../../../../log.js';
import { type Outgoing, TransitionWriter } from '../store/transition-writer.service.js';

/** Of one transaction: to put together a statement of more would hold up others. */
const BATCH = 250;
/** What waits at most while the database is away. Then no more is thought about, so that nothing that has been is lost. */
const MOST = 100_000;

/** Transitions on their way into the database, in order. */
@Service()
export class TransitionOutbox {
  private waiting: Outgoing[] = [];
  /** What is being written. The same list again when it is not known what became of it: the writer knows it by that. */
  private batch: readonly Outgoing[] | undefined;
  /** How many of the next are written one by one, as one of them is refused. */
  private alone = 0;
  private writing: Promise<void> | undefined;
  private isAway = false;

  constructor(
    private readonly writer: TransitionWriter,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  get isFull(): boolean {
    return this.waiting.length >= MOST;
  }

  put(one: Outgoing): void {
    this.waiting.push(one);
  }

  /** Gives up what waits; what is being written just now may still be. */
  clear(): void {
    this.waiting = [];
    if (this.writing === undefined) this.batch = undefined;
    this.alone = 0;
  }

  /** Writes what waits, until nothing does, the database is away, or it may not be told any more: asked before each list. Never rejects. */
  flush(mayTell: () => boolean = () => true): Promise<void> {
    this.writing ??= this.write(mayTell).finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async write(mayTell: () => boolean): Promise<void> {
    while (this.waiting.length > 0 && mayTell()) {
      const { waiting } = this;
      this.batch ??= waiting.slice(0, this.alone > 0 ? 1 : BATCH);
      const { length } = this.batch;
      const outcome = await this.tryWriting(this.batch);
      if (waiting !== this.waiting) {
        // Given up meanwhile.
        this.batch = undefined;
        continue;
      }
      if (outcome === 'away') return;
      this.batch = undefined;
      // One that is refused does not take the others with it.
      if (outcome === 'refused' && length > 1) this.alone = length;
      else {
        this.waiting.splice(0, length);
        this.alone = Math.max(0, this.alone - length);
      }
    }
  }

  private async tryWriting(batch: readonly Outgoing[]): Promise<'written' | 'refused' | 'away'> {
    try {
      await this.writer.write(batch, new Date(this.clock.now()));
      this.isAway = false;
      return 'written';
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        if (!this.isAway) this.log.warn({ component: 'geofences', err: error }, 'Transitions of geofences wait for the database.');
        this.isAway = true;
        return 'away';
      }
      if (batch.length === 1) this.log.error({ component: 'geofences', err: error }, 'A transition of a geofence was refused.');
      return 'refused';
    }
  }
}
