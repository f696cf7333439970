import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { Clock } from '../../../../clock.js';
import { MINUTE_MS, SECOND_MS } from '../../../../durations.js';
import { Log } from '../../../../log.js';
import { LeaderRunner, type Stage } from '../../../../runner.js';
import { Timers } from '../../../../timers.js';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import type { Movement } from '../../movement.js';
import { GeofenceChangeSignal } from '../geofence-change-signal.js';
import { FenceEngine } from './fence-engine.js';
import { FenceFollower } from './fence-follower.service.js';
import { MovementQueue } from './movement-queue.js';
import { LivePositionLookup } from './position-lookup.js';
import { TransitionOutbox } from './transition-outbox.js';

/** Intervals (ms) at which movements are processed, transitions written, changed fences read, and deleted fences looked for. */
const PROCESS_INTERVAL_MS = 50;
const WRITE_INTERVAL_MS = 250;
const POLL_INTERVAL_MS = SECOND_MS;
const RECONCILE_INTERVAL_MS = MINUTE_MS;
/** Limits of movements processed in one turn of the event loop, by number and time (ms): with many overlapping fences each takes longer. */
const MAX_SLICE = 2_000;
const MAX_SLICE_MS = 20;
/** Movements processed between two reads of the clock. */
const CLOCK_INTERVAL = 50;
/** Time for queued movements at shutdown (ms). Reports after the next start show the rest. */
const DRAIN_TIMEOUT_MS = 2_000;
/** Losses are logged at most this often (ms). */
const LOSS_LOG_INTERVAL_MS = MINUTE_MS;
/** Time for resumed members to report after a restart before they exit (ms). */
const SWEEP_INTERVAL_MS = 2 * MINUTE_MS;

/**
 * Runs the engine: queues movements, processes them in slices, reads the fences that accounts change, and writes the transitions. Movements wait until
 * all fences are read.
 */
@Service()
export class FenceEngineRunner extends LeaderRunner {
  readonly stage: Stage = 'readers';
  private readonly queue = new MovementQueue();
  private engine: FenceEngine;
  private ends: Array<() => void> = [];
  private working: Promise<void> = Promise.resolve();
  private isPolling = false;
  private isPollRequested = false;
  private isFailing = false;
  private reconciledAt = 0;
  private sweepAt = 0;
  private isScheduled = false;
  /** Movements dropped because the queue was full. The next report of the same object shows its position. */
  private dropped = 0;
  /** When the queue was last empty (ms). Dwells are not published later than this, because an exit may wait in the queue. */
  private caughtUpAt = Number.NEGATIVE_INFINITY;
  private logged = { dropped: 0, rejected: 0, at: 0 };

  constructor(
    private readonly live: LiveState,
    private readonly positions: LivePositionLookup,
    private readonly follower: FenceFollower,
    private readonly outbox: TransitionOutbox,
    private readonly changes: GeofenceChangeSignal,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
    this.engine = this.newEngine();
  }

  override async start(): Promise<void> {
    this.sweepAt = this.clock.now() + SWEEP_INTERVAL_MS;
    this.ends = [
      this.live.listen({ moved: (movement) => this.queueMovement(movement), expired: (layer, key) => this.queueExpired(layer, key) }),
      this.changes.listen(() => this.poll()),
      this.timers.every(PROCESS_INTERVAL_MS, () => this.process()),
      this.timers.every(WRITE_INTERVAL_MS, () => this.write()),
      this.timers.every(POLL_INTERVAL_MS, () => this.poll()),
    ];
    // Not awaited: reading thousands of fences takes seconds, and movements wait in the queue meanwhile.
    this.poll();
  }

  override async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    await this.working;
    const end = this.clock.now() + DRAIN_TIMEOUT_MS;
    while (this.follower.isReady && this.queue.length > 0 && this.clock.now() <= end) {
      this.slice();
      await setImmediate();
    }
    await this.outbox.flush();
    if (this.outbox.length > 0)
      this.log.warn({ component: 'geofences', transitions: this.outbox.length }, 'Geofence transitions lost at shutdown: the database is unavailable.');
  }

  /** The next start resumes the members stored by then. */
  override async stepDown(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    this.queue.clear();
    this.outbox.clear();
    await this.working;
    // A poll that was running may have added transitions.
    this.outbox.clear();
    await this.outbox.flush();
    this.follower.reset();
    this.engine = this.newEngine();
    this.logged.rejected = 0;
  }

  /** Does all pending work now. For tests. */
  async settle(): Promise<void> {
    this.poll();
    await this.working;
    while (this.queue.length > 0) this.slice();
    this.tick();
    await this.outbox.flush();
  }

  private newEngine(): FenceEngine {
    return new FenceEngine(this.positions, (transition) => this.outbox.put(transition));
  }

  private write(): void {
    void this.outbox.flush(() => this.canPublish);
  }

  private queueMovement(movement: Movement): void {
    if (this.queue.push(movement)) return;
    this.makeRoom();
    this.queue.push(movement);
  }

  private queueExpired(layer: Layer, key: number): void {
    if (this.queue.pushExpired(layer, key)) return;
    this.makeRoom();
    this.queue.pushExpired(layer, key);
  }

  /** Processes a slice of the full queue; if that is not possible, drops the queue. */
  private makeRoom(): void {
    if (this.follower.isReady && !this.outbox.isFull) {
      this.slice();
      return;
    }
    this.dropped += this.queue.length;
    this.queue.clear();
  }

  private process(): void {
    if (this.isScheduled || !this.follower.isReady || this.outbox.isFull || this.queue.length === 0) return;
    this.slice();
    if (this.queue.length === 0) return;
    // Slices never run concurrently with those of the timer: together they would block the event loop.
    this.isScheduled = true;
    this.timers.after(0, () => {
      this.isScheduled = false;
      this.process();
    });
  }

  private slice(): void {
    const end = this.clock.now() + MAX_SLICE_MS;
    for (let taken = 0, now = this.clock.now(); taken < MAX_SLICE && this.queue.length > 0 && now <= end; taken += CLOCK_INTERVAL, now = this.clock.now())
      this.queue.take(
        CLOCK_INTERVAL,
        (fix) => this.engine.move(fix, now),
        (layer, key) => this.engine.expire(layer, key, now),
      );
    if (this.queue.length === 0) this.caughtUpAt = this.clock.now();
  }

  /** Reads changed fences, one poll at a time. A poll requested meanwhile runs afterwards. */
  private poll(): void {
    this.isPollRequested = true;
    if (this.isPolling) return;
    this.isPolling = true;
    this.working = this.read().finally(() => {
      this.isPolling = false;
    });
  }

  private async read(): Promise<void> {
    while (this.isPollRequested) {
      this.isPollRequested = false;
      try {
        const now = this.clock.now();
        await this.follower.follow(this.engine, now);
        if (now - this.reconciledAt >= RECONCILE_INTERVAL_MS) {
          await this.follower.reconcile(this.engine);
          this.reconciledAt = now;
        }
        this.isFailing = false;
        this.tick();
      } catch (error) {
        // Logged once, not once a second.
        if (!this.isFailing) this.log.error({ component: 'geofences', err: error }, 'Reading geofences failed; retrying.');
        this.isFailing = true;
      }
    }
  }

  /** Publishes what depends on time: dwells, expired fences, lost members. */
  private tick(): void {
    if (!this.follower.isReady) return;
    const now = this.clock.now();
    if (this.queue.length === 0) this.caughtUpAt = now;
    for (const id of this.engine.tick(now, this.caughtUpAt)) this.follower.end(this.engine, id, now);
    this.logLosses(now);
    if (now < this.sweepAt) return;
    this.sweepAt = now + SWEEP_INTERVAL_MS;
    this.engine.sweep(now);
  }

  private logLosses(now: number): void {
    const { dropped } = this;
    const { rejected } = this.engine.members;
    if (now - this.logged.at < LOSS_LOG_INTERVAL_MS || (dropped === this.logged.dropped && rejected === this.logged.rejected)) return;
    const losses = { droppedMovements: dropped - this.logged.dropped, rejectedMembers: rejected - this.logged.rejected };
    this.log.warn({ component: 'geofences', ...losses }, 'Geofences overloaded: movements were dropped, or fences are full.');
    this.logged = { dropped, rejected, at: now };
  }
}
