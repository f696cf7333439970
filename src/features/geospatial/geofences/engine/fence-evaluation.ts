import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../../../logging/log.js';
import type { Clock } from '../../../../time/clock.js';
import { MINUTE_MS, SECOND_MS } from '../../../../time/durations.js';
import type { Timers } from '../../../../time/timers.js';
import type { Layer } from '../../layer.js';
import type { LiveState } from '../../live/live-state.js';
import type { Movement } from '../../movement.js';
import type { GeofenceChangeSignal } from '../geofence-change-signal.js';
import { FenceEngine } from './fence-engine.js';
import type { FenceFollower } from './fence-follower.js';
import { MovementQueue } from './movement-queue.js';
import type { LivePositionLookup } from './position-lookup.js';
import type { RecentMovements } from './recent-movements.service.js';
import type { TransitionOutbox } from './transition-outbox.js';

/**
 * Intervals (ms) of processing movements, writing transitions, reading changed geofences, and looking for deleted
 * geofences.
 */
const PROCESS_INTERVAL_MS = 50;
const WRITE_INTERVAL_MS = 250;
const POLL_INTERVAL_MS = SECOND_MS;
const RECONCILE_INTERVAL_MS = MINUTE_MS;
/**
 * Maximum number of movements, and maximum time (ms), of one turn of the event loop; with many overlapping geofences a
 * movement takes longer.
 */
const MAX_SLICE = 2_000;
const MAX_SLICE_MS = 20;
/** Number of movements processed between two reads of the clock. */
const CLOCK_INTERVAL = 50;
/** Maximum time for queued movements at shutdown (ms). Reports after the next start make up for the rest. */
const DRAIN_TIMEOUT_MS = 2_000;
/** Minimum interval between log lines about losses (ms). */
const LOSS_LOG_INTERVAL_MS = MINUTE_MS;
/** Time that resumed members have to report after a restart before they exit (ms). */
const SWEEP_INTERVAL_MS = 2 * MINUTE_MS;

/** Capacity of the queue of a shard: it must hold all recent movements that were kept for a takeover. */
const SHARD_CAPACITY = 1_048_576;
/**
 * Reports received in this time before `evaluatedUntil` (ms) may not have been evaluated, because reports that another
 * process reads arrive later than others with the same time of receipt, and clocks differ. After a takeover, the last
 * report of each object in this period is evaluated again; that repeats no transition.
 */
const OVERLAP_MS = SECOND_MS;
/** Time after a takeover in which reports may arrive that the previous process has already evaluated (ms). */
const LATE_MS = 20 * SECOND_MS;

export interface FenceEvaluationParts {
  live: LiveState;
  positions: LivePositionLookup;
  follower: FenceFollower;
  outbox: TransitionOutbox;
  changes: GeofenceChangeSignal;
  clock: Clock;
  timers: Timers;
  log: Log;
}

/** The means by which the evaluation of a shard takes over from the previous process. */
export interface TakeOver {
  /**
   * Starts the term.
   * @returns the time of receipt (ms) up to which movements are evaluated; undefined at the first evaluation
   */
  begin(): Promise<number | undefined>;
  recent: RecentMovements;
}

/**
 * Runs the engine: queues movements, processes them in slices, reads the geofences that accounts change, and writes the
 * transitions. Movements wait until all geofences are read.
 */
export class FenceEvaluation {
  /** Returns false while leadership is uncertain; transitions then wait. */
  canPublish: () => boolean = () => true;
  private readonly queue: MovementQueue;
  private engine: FenceEngine;
  private ends: Array<() => void> = [];
  private working: Promise<void> = Promise.resolve();
  private isPolling = false;
  private isPollRequested = false;
  private isFailing = false;
  private reconciledAt = 0;
  private sweepAt = 0;
  private isScheduled = false;
  /** Number of movements dropped because the queue was full. The next report of the object makes up for them. */
  private dropped = 0;
  /**
   * Time at which the queue was last empty (ms). Dwells that are due later are not published yet, because an exit may
   * wait in the queue.
   */
  private caughtUpAt = Number.NEGATIVE_INFINITY;
  private logged = { dropped: 0, rejected: 0, at: 0 };
  /** Until the time `until` (ms), movements received no later than `evaluated` (ms) are skipped. */
  private late = { until: Number.NEGATIVE_INFINITY, evaluated: Number.NEGATIVE_INFINITY };

  /** @param takeOver the means to take over a shard; undefined: all geofences are evaluated, in the leader */
  constructor(
    private readonly parts: FenceEvaluationParts,
    private readonly takeOver?: TakeOver,
  ) {
    this.queue = new MovementQueue(takeOver && SHARD_CAPACITY);
    this.engine = this.newEngine();
  }

  /** True if another process now evaluates the shard, so that this evaluation stores nothing more. */
  get isSuperseded(): boolean {
    return this.parts.outbox.isSuperseded;
  }

  async start(): Promise<void> {
    const evaluated = await this.takeOver?.begin();
    this.sweepAt = this.parts.clock.now() + SWEEP_INTERVAL_MS;
    if (evaluated !== undefined) this.resumeAt(Math.min(evaluated, this.parts.clock.now()));
    this.ends = [
      this.parts.live.listen({
        moved: (movement) => this.queueMovement(movement),
        expired: (layer, key) => this.queueExpired(layer, key),
      }),
      this.parts.changes.listen(() => this.poll()),
      this.parts.timers.every(PROCESS_INTERVAL_MS, () => this.process()),
      this.parts.timers.every(WRITE_INTERVAL_MS, () => this.write()),
      this.parts.timers.every(POLL_INTERVAL_MS, () => this.poll()),
    ];
    // The poll is not awaited: reading thousands of geofences takes seconds, and movements wait in the queue meanwhile.
    this.poll();
  }

  async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    await this.working;
    const end = this.parts.clock.now() + DRAIN_TIMEOUT_MS;
    while (this.parts.follower.isReady && this.queue.length > 0 && this.parts.clock.now() <= end) {
      this.slice();
      await setImmediate();
    }
    await this.parts.outbox.finish();
    if (this.parts.outbox.length > 0)
      this.parts.log.warn(
        { component: 'geofences', transitions: this.parts.outbox.length },
        'Geofence transitions lost at shutdown: the database is unavailable.',
      );
  }

  /** Stops without processing the queue; the next start resumes from the members stored by then. */
  async stepDown(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    this.queue.clear();
    this.parts.outbox.clear();
    await this.working;
    // A poll that was running may have added transitions.
    this.parts.outbox.clear();
    await this.parts.outbox.flush();
    this.parts.follower.reset();
    this.engine = this.newEngine();
    this.logged.rejected = 0;
  }

  /** Does all pending work, for tests. */
  async settle(): Promise<void> {
    this.poll();
    await this.working;
    while (this.queue.length > 0) this.slice();
    this.tick();
    await this.parts.outbox.flush();
  }

  private newEngine(): FenceEngine {
    return new FenceEngine(this.parts.positions, (transition) => this.parts.outbox.put(transition));
  }

  private write(): void {
    void this.parts.outbox.flush(() => this.canPublish());
  }

  /**
   * Continues where the previous process has stopped, with the movements that were kept.
   * @param evaluated time of receipt (ms)
   */
  private resumeAt(evaluated: number): void {
    this.late = { until: this.parts.clock.now() + LATE_MS, evaluated: evaluated - OVERLAP_MS };
    this.takeOver?.recent.copyTo(this.queue, evaluated, OVERLAP_MS);
  }

  private queueMovement(movement: Movement): void {
    if (movement.receivedAt <= this.late.evaluated && this.parts.clock.now() < this.late.until) return;
    if (this.queue.push(movement)) return;
    this.makeRoom();
    this.queue.push(movement);
  }

  private queueExpired(layer: Layer, key: number): void {
    if (this.queue.pushExpired(layer, key)) return;
    this.makeRoom();
    this.queue.pushExpired(layer, key);
  }

  /** Processes a slice of the full queue; if that is impossible, drops the whole queue. */
  private makeRoom(): void {
    if (this.parts.follower.isReady && !this.parts.outbox.isFull) {
      this.slice();
      return;
    }
    this.dropped += this.queue.length;
    this.queue.clear();
  }

  private process(): void {
    if (this.isScheduled || !this.parts.follower.isReady || this.parts.outbox.isFull || this.queue.length === 0) return;
    this.slice();
    if (this.queue.length === 0) return;
    // While the next slice is scheduled, the timer starts no other: together they would block the event loop.
    this.isScheduled = true;
    this.parts.timers.after(0, () => {
      this.isScheduled = false;
      this.process();
    });
  }

  private slice(): void {
    const end = this.parts.clock.now() + MAX_SLICE_MS;
    for (
      let taken = 0, now = this.parts.clock.now();
      taken < MAX_SLICE && this.queue.length > 0 && now <= end;
      taken += CLOCK_INTERVAL, now = this.parts.clock.now()
    )
      this.queue.take(
        CLOCK_INTERVAL,
        (fix) => this.engine.move(fix, now),
        (layer, key) => this.engine.expire(layer, key, now),
      );
    this.parts.outbox.evaluatedUntil = Math.min(this.queue.takenUntil, this.parts.clock.now());
    if (this.queue.length === 0) this.caughtUpAt = this.parts.clock.now();
  }

  /** Reads changed geofences, one poll at a time. A poll requested meanwhile runs afterwards. */
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
        const now = this.parts.clock.now();
        await this.parts.follower.follow(this.engine, now);
        if (now - this.reconciledAt >= RECONCILE_INTERVAL_MS) {
          await this.parts.follower.reconcile(this.engine);
          this.reconciledAt = now;
        }
        this.isFailing = false;
        this.tick();
      } catch (error) {
        // The failure is logged once, not at every poll.
        if (!this.isFailing)
          this.parts.log.error({ component: 'geofences', err: error }, 'Reading geofences failed; retrying.');
        this.isFailing = true;
      }
    }
  }

  /** Emits transitions that depend on time: dwells, and exits of expired geofences and lost members. */
  private tick(): void {
    if (!this.parts.follower.isReady) return;
    const now = this.parts.clock.now();
    if (this.queue.length === 0) this.caughtUpAt = now;
    for (const id of this.engine.tick(now, this.caughtUpAt)) this.parts.follower.end(this.engine, id, now);
    this.logLosses(now);
    if (now < this.sweepAt) return;
    this.sweepAt = now + SWEEP_INTERVAL_MS;
    this.engine.sweep(now);
  }

  private logLosses(now: number): void {
    const { dropped } = this;
    const { rejected } = this.engine.members;
    if (
      now - this.logged.at < LOSS_LOG_INTERVAL_MS ||
      (dropped === this.logged.dropped && rejected === this.logged.rejected)
    )
      return;
    const losses = {
      droppedMovements: dropped - this.logged.dropped,
      rejectedMembers: rejected - this.logged.rejected,
    };
    this.parts.log.warn(
      { component: 'geofences', ...losses },
      'Geofences overloaded: movements were dropped, or fences are full.',
    );
    this.logged = { dropped, rejected, at: now };
  }
}
