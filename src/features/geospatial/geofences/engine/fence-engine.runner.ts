import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { Clock } from '../../../../clock.js';
import { Log } from '../../../../log.js';
import { LeaderRunner, type Stage } from '../../../../runner.js';
import { Timers } from '../../../../timers.js';
import type { Layer } from '../../layer.js';
import { LivePicture } from '../../live/live-picture.js';
import type { Movement } from '../../movement.js';
import { GeofenceChangeSignal } from '../geofence-change-signal.js';
import { FenceEngine } from './fence-engine.js';
import { FenceFollower } from './fence-follower.service.js';
import { LiveSurroundings } from './live-surroundings.js';
import { MovementQueue } from './movement-queue.js';
import { TransitionOutbox } from './transition-outbox.js';

const THINK_MS = 50;
/** Movements thought about before others have their turn, at most, and for how long (ms): where many fences lie over each other, each takes longer. */
const SLICE = 2_000;
const SLICE_MS = 20;
const BETWEEN_LOOKS = 50;
/** At the stop what waits is thought about for so long (ms); the first reports after the next start show the rest. */
const DRAIN_MS = 2_000;
const WRITE_MS = 250;
const LOOK_MS = 1_000;
const RECONCILE_MS = 60_000;
/** What was lost is said no more often than this. */
const LOSSES_MS = 60_000;
/** How long members of before a restart may take to be heard of, before they are looked for. */
const SWEEP_MS = 120_000;

/**
 * Runs the engine on everything that moves: hears movements, thinks about them in slices, follows what accounts do with their fences, and
 * has the transitions written. Nothing is thought about before the fences are read; until then movements wait.
 */
@Service()
export class FenceEngineRunner extends LeaderRunner {
  readonly stage: Stage = 'readers';
  private readonly queue = new MovementQueue();
  private engine: FenceEngine;
  private ends: Array<() => void> = [];
  private working: Promise<void> = Promise.resolve();
  private isBusy = false;
  private isAsked = false;
  private isFailing = false;
  private reconciledAt = 0;
  private sweepAt = 0;
  private isThinking = false;
  /** Movements nobody thought about, since too many waited. The next one of the same object shows where it is. */
  private skipped = 0;
  /** When everything that had arrived was thought about (ms): a stay is not over while its end may wait in the queue. */
  private caughtUpAt = Number.NEGATIVE_INFINITY;
  private told = { skipped: 0, leftOut: 0, at: 0 };

  constructor(
    private readonly picture: LivePicture,
    private readonly surroundings: LiveSurroundings,
    private readonly follower: FenceFollower,
    private readonly outbox: TransitionOutbox,
    private readonly signal: GeofenceChangeSignal,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
    this.engine = this.newEngine();
  }

  override async start(): Promise<void> {
    this.sweepAt = this.clock.now() + SWEEP_MS;
    this.ends = [
      this.picture.listen({ moved: (movement) => this.heard(movement), expired: (layer, key) => this.gone(layer, key) }),
      this.signal.listen(() => this.look()),
      this.timers.every(THINK_MS, () => this.think()),
      this.timers.every(WRITE_MS, () => this.write()),
      this.timers.every(LOOK_MS, () => this.look()),
    ];
    // Not waited for: to read thousands of fences and look around them takes seconds, in which the rest can start and movements wait.
    this.look();
  }

  override async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    await this.working;
    const end = this.clock.now() + DRAIN_MS;
    while (this.follower.isReady && this.queue.length > 0 && this.clock.now() <= end) {
      this.slice();
      await setImmediate();
    }
    await this.outbox.flush();
    if (this.outbox.length > 0) this.log.warn({ component: 'geofences', transitions: this.outbox.length }, 'Transitions of geofences could not be written.');
  }

  /** The next start begins with the members that are kept by then. */
  override async abandon(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    this.queue.clear();
    this.outbox.clear();
    await this.working;
    // What has been read meanwhile may have said something more.
    this.outbox.clear();
    await this.outbox.flush();
    this.follower.forget();
    this.engine = this.newEngine();
    this.told.leftOut = 0;
  }

  /** Everything there is to do now. For tests, and for whoever needs it done. */
  async settle(): Promise<void> {
    this.look();
    await this.working;
    while (this.queue.length > 0) this.slice();
    this.turn();
    await this.outbox.flush();
  }

  private newEngine(): FenceEngine {
    return new FenceEngine(this.surroundings, (transition) => this.outbox.put(transition));
  }

  private write(): void {
    void this.outbox.flush(() => this.mayTell);
  }

  private heard(movement: Movement): void {
    if (this.queue.push(movement)) return;
    this.makeRoom();
    this.queue.push(movement);
  }

  private gone(layer: Layer, key: number): void {
    if (this.queue.pushGone(layer, key)) return;
    this.makeRoom();
    this.queue.pushGone(layer, key);
  }

  /** A full queue is thought about at once; where that cannot be, it is given up. */
  private makeRoom(): void {
    if (this.follower.isReady && !this.outbox.isFull) {
      this.slice();
      return;
    }
    this.skipped += this.queue.length;
    this.queue.clear();
  }

  private think(): void {
    if (this.isThinking || !this.follower.isReady || this.outbox.isFull || this.queue.length === 0) return;
    this.slice();
    if (this.queue.length === 0) return;
    // One slice after the other, whatever the clock rings meanwhile: many at once would be one long stop.
    this.isThinking = true;
    this.timers.after(0, () => {
      this.isThinking = false;
      this.think();
    });
  }

  private slice(): void {
    const end = this.clock.now() + SLICE_MS;
    for (let taken = 0, now = this.clock.now(); taken < SLICE && this.queue.length > 0 && now <= end; taken += BETWEEN_LOOKS, now = this.clock.now())
      this.queue.take(
        BETWEEN_LOOKS,
        (fix) => this.engine.move(fix, now),
        (layer, key) => this.engine.lost(layer, key, now),
      );
    if (this.queue.length === 0) this.caughtUpAt = this.clock.now();
  }

  /** Reads what accounts have done; one look at a time, and after it another when one was asked for meanwhile. */
  private look(): void {
    this.isAsked = true;
    if (this.isBusy) return;
    this.isBusy = true;
    this.working = this.read().finally(() => {
      this.isBusy = false;
    });
  }

  private async read(): Promise<void> {
    while (this.isAsked) {
      this.isAsked = false;
      try {
        const now = this.clock.now();
        await this.follower.follow(this.engine, now);
        if (now - this.reconciledAt >= RECONCILE_MS) {
          await this.follower.reconcile(this.engine);
          this.reconciledAt = now;
        }
        this.isFailing = false;
        this.turn();
      } catch (error) {
        // Said once, not once a second.
        if (!this.isFailing) this.log.error({ component: 'geofences', err: error }, 'The geofences could not be read; it is tried again.');
        this.isFailing = true;
      }
    }
  }

  /** What comes with time alone. */
  private turn(): void {
    if (!this.follower.isReady) return;
    const now = this.clock.now();
    if (this.queue.length === 0) this.caughtUpAt = now;
    for (const id of this.engine.tick(now, this.caughtUpAt)) this.follower.end(this.engine, id, now);
    this.tellLosses(now);
    if (now < this.sweepAt) return;
    this.sweepAt = now + SWEEP_MS;
    this.engine.sweep(now);
  }

  private tellLosses(now: number): void {
    const { skipped } = this;
    const { leftOut } = this.engine.members;
    if (now - this.told.at < LOSSES_MS || (skipped === this.told.skipped && leftOut === this.told.leftOut)) return;
    const losses = { skippedMovements: skipped - this.told.skipped, leftOutMembers: leftOut - this.told.leftOut };
    this.log.warn({ component: 'geofences', ...losses }, 'The geofences could not follow everything: too much moves, or fences are full.');
    this.told = { skipped, leftOut, at: now };
  }
}
