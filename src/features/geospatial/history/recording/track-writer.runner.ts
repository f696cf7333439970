import { Service } from 'typedi';
import { LeaderRunner, type Stage } from '../../../../coordination/runner.js';
import { isDatabaseUnavailable } from '../../../../database/database-errors.js';
import { Log } from '../../../../logging/log.js';
import { Clock } from '../../../../time/clock.js';
import { Timers } from '../../../../time/timers.js';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import type { Movement } from '../../movement.js';
import type { KeptPoint } from '../../track-point.js';
import { StateKeeper } from '../objects/state-keeper.js';
import { significance } from '../significance.js';
import { TrackRepository } from '../track.repository.js';
import { TrackThinner } from './track-thinner.js';

const TICK_MS = 1_000;
/** Number of ticks (`TICK_MS`) between two saves of object state. */
const STATE_TICKS = 10;
const BATCH = 1_000;
/** Maximum number of batches that wait while the database is unavailable: about 40 MB. */
const MAX_BATCHES = 250;
/** Maximum duration of writing when the process stops or steps down (ms). */
const STOP_MS = 4_000;

export interface WriterCounts {
  /** Number of movements received. */
  seen: number;
  /** Number of points selected to be stored. */
  kept: number;
  written: number;
  /** Number of points dropped, because the database was unavailable for too long or rejected them. */
  dropped: number;
}

/**
 * Writes the significant points of tracks, and the state of objects. Points wait for at most a second, so a killed
 * process loses at most the points of a second. The latest fix of an object is also written when the object expires and
 * at shutdown.
 */
@Service()
export class TrackWriter extends LeaderRunner {
  readonly stage: Stage = 'readers';
  private readonly queue = new PointQueue(BATCH, MAX_BATCHES);
  private thinners: Record<Layer, TrackThinner>;
  private seen = 0;
  private kept = 0;
  private written = 0;
  private refused = 0;
  private logged = 0;
  private ticks = 0;
  private writing: Promise<void> | undefined;
  private keeping: Promise<void> | undefined;
  private isAsked = false;
  private ends: Array<() => void> = [];

  constructor(
    private readonly live: LiveState,
    private readonly tracks: TrackRepository,
    private readonly states: StateKeeper,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
    this.thinners = this.newThinners();
  }

  get counts(): WriterCounts {
    return { seen: this.seen, kept: this.kept, written: this.written, dropped: this.queue.dropped + this.refused };
  }

  override async start(): Promise<void> {
    this.states.begin();
    const listener = {
      moved: (movement: Movement) => this.moved(movement),
      expired: (layer: Layer, key: number) => this.thinners[layer].end(key),
    };
    this.ends = [this.live.listen(listener), this.timers.every(TICK_MS, () => this.tick())];
  }

  override async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    for (const thinner of Object.values(this.thinners)) thinner.keepAll();
    const until = this.clock.now() + STOP_MS;
    const hasTime = () => this.clock.now() < until;
    const late = Promise.withResolvers<void>();
    const cancelTimer = this.timers.after(STOP_MS, late.resolve);
    const last = async () => {
      await this.writing;
      await this.write(hasTime);
      await this.keeping;
      await this.states.keep(hasTime);
    };
    await Promise.race([
      last().catch((error: unknown) => this.log.error({ err: error }, 'Saving live state at shutdown failed.')),
      late.promise,
    ]);
    cancelTimer();
    if (this.queue.size > 0)
      this.log.error({ points: this.queue.size }, 'Track points lost at shutdown: writing failed.');
  }

  /**
   * Writes the points collected so far: this is safe, since a repeated point is stored once. The new leader stores
   * later points.
   */
  override async stepDown(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    this.thinners = this.newThinners();
    const until = this.clock.now() + STOP_MS;
    await this.writing;
    await this.write(() => this.clock.now() < until);
    await this.keeping;
    this.queue.clear();
  }

  private newThinners(): Record<Layer, TrackThinner> {
    return { vessels: this.thinner('vessels'), aircraft: this.thinner('aircraft') };
  }

  private thinner(layer: Layer): TrackThinner {
    return new TrackThinner(
      significance[layer],
      (key, { lat, lon, observedAt, speedKnots, courseDegrees, altitudeFeet }, leftOut) => {
        this.kept += 1;
        this.queue.add({ layer, key, lat, lon, observedAt, speedKnots, courseDegrees, altitudeFeet, leftOut });
      },
    );
  }

  private moved(movement: Movement): void {
    // A time before the epoch comes from a wrong clock and may be out of range for the table.
    if (!(movement.observedAt >= 0)) return;
    this.seen += 1;
    this.thinners[movement.layer].take(movement.key, movement);
    if (this.isAsked || !this.queue.hasFullBatch || this.writing !== undefined) return;
    // The write is deferred, so that the sender of movements does not wait for a batch.
    this.isAsked = true;
    this.timers.after(0, () => this.writeSoon());
  }

  private tick(): void {
    this.writeSoon();
    this.ticks += 1;
    if (this.ticks % STATE_TICKS === 0) this.keepStates();
    const { dropped } = this.counts;
    if (dropped > this.logged)
      this.log.warn({ points: dropped - this.logged }, 'Track points dropped: writing failed.');
    this.logged = dropped;
  }

  private writeSoon(): void {
    this.isAsked = false;
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
  }

  /**
   * Writes batches until the queue is empty, the database is unavailable (the next tick retries), or `hasTime` returns
   * false. Never rejects.
   */
  private async write(hasTime: () => boolean = () => true): Promise<void> {
    for (let batch = this.queue.take(); batch !== undefined; batch = hasTime() ? this.queue.take() : undefined) {
      try {
        await this.tracks.write(batch);
        this.written += batch.length;
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          this.queue.putBack(batch);
          return;
        }
        // The batch is dropped, because the database would reject it every time, and all later batches would wait.
        this.refused += batch.length;
        this.log.error({ err: error, points: batch.length }, 'Track points rejected by the database.');
      }
    }
  }

  private keepStates(): void {
    this.keeping ??= this.states
      .keep()
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) this.log.error({ err: error }, 'Saving live state failed.');
      })
      .finally(() => {
        this.keeping = undefined;
      });
  }
}

/** A queue of points in batches; at the limit, the oldest batch is dropped. */
class PointQueue {
  /** Number of points dropped so far. */
  dropped = 0;
  private readonly batches: KeptPoint[][] = [];

  /**
   * @param batchSize number of points of a batch
   * @param most maximum number of batches
   */
  constructor(
    private readonly batchSize: number,
    private readonly most: number,
  ) {}

  get size(): number {
    return this.batches.reduce((total, { length }) => total + length, 0);
  }

  /** True if a full batch waits. */
  get hasFullBatch(): boolean {
    return (this.batches[0]?.length ?? 0) >= this.batchSize;
  }

  add(point: KeptPoint): void {
    const last = this.batches.at(-1);
    if (last !== undefined && last.length < this.batchSize) last.push(point);
    else this.batches.push([point]);
    if (this.batches.length > this.most) this.dropped += this.batches.shift()?.length ?? 0;
  }

  /** Removes and returns the oldest batch; undefined when the queue is empty. */
  take(): KeptPoint[] | undefined {
    return this.batches.shift();
  }

  /** Drops all waiting points. */
  clear(): void {
    this.dropped += this.size;
    this.batches.length = 0;
  }

  /** Puts a batch that could not be written back as the oldest; drops it if the queue is full. */
  putBack(batch: KeptPoint[]): void {
    if (this.batches.length >= this.most) this.dropped += batch.length;
    else this.batches.unshift(batch);
  }
}
