import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { Timers } from '../../../timers.js';
import { WORLD } from '../box.js';
import { type Layer, layers } from '../layer.js';
import { LivePicture } from '../live/live-picture.js';
import { MovingItems } from './moving-items.js';

/** How often streams are told what has changed (ms). */
export const TURN_MS = 1_000;
/** Streams told in one turn of the event loop: of twenty thousand changes some milliseconds. */
const AT_ONCE = 10;

interface Member {
  wake(): void;
  /** Called at each turn, whether or not it waits for one. */
  look?(): void;
}

/**
 * The second hand of all streams of this process: once a second each is woken to look for what has changed. Runs only while there is one.
 * What all of them need is worked out here once: what an object looks like, and which have changed at all.
 */
@Service()
export class StreamTurns {
  /** Counts the turns. */
  turn = 0;
  readonly items: MovingItems;
  private readonly members = new Set<Member>();
  /** Versions at the turn before this one, and at this one. */
  private before: Record<Layer, number> = { vessels: 0, aircraft: 0 };
  private now: Record<Layer, number> = { vessels: 0, aircraft: 0 };
  private changed: Partial<Record<Layer, number[]>> = {};
  /** Keys of what has expired since the turn before this one, and since this one. */
  private expired: Record<Layer, number[]> = { vessels: [], aircraft: [] };
  private expiring: Record<Layer, number[]> = { vessels: [], aircraft: [] };
  private stop?: () => void;
  private telling = false;
  /** Who goes on in a later turn of the event loop, in their order. */
  private resting: Array<() => void> = [];

  constructor(
    private readonly picture: LivePicture,
    private readonly timers: Timers,
    clock: Clock,
  ) {
    this.items = new MovingItems(picture, clock);
  }

  get size(): number {
    return this.members.size;
  }

  /**
   * @param closed ends the waiting, too
   * @param look called at each turn
   * @returns what waits for the next turn, and what leaves
   */
  join(closed: Promise<void>, look?: () => void): { next(): Promise<void>; leave(): void } {
    let wake = () => {};
    let isOver = false;
    let seen = this.turn;
    void closed.then(() => {
      isOver = true;
      wake();
    });
    const member: Member = { wake: () => wake(), look };
    this.members.add(member);
    this.start();
    return {
      next: () =>
        new Promise((resolve) => {
          wake = () => {
            seen = this.turn;
            resolve();
          };
          // One that has been told so much that it missed a turn does not wait for another.
          if (isOver || seen !== this.turn) wake();
        }),
      leave: () => {
        this.members.delete(member);
        if (this.members.size === 0) this.end();
      },
    };
  }

  /** How many changes there have been since the turn before this one, more or less: an object may have changed often. */
  changes(layer: Layer): number {
    return this.picture[layer].version - this.before[layer];
  }

  /** The keys of what has changed or expired since the turn before this one. */
  changedKeys(layer: Layer): readonly number[] {
    const live = this.picture[layer];
    this.changed[layer] ??= Array.from(live.changedWithin(WORLD, this.before[layer]), (slot) => live.keyAt(slot));
    return [...this.changed[layer], ...this.expired[layer], ...this.expiring[layer]];
  }

  /** One turn. Streams are woken some at a time, so that requests are answered between them. */
  async tick(): Promise<void> {
    this.turn += 1;
    this.before = this.now;
    this.now = this.versions();
    [this.changed, this.expired, this.expiring] = [{}, this.expiring, { vessels: [], aircraft: [] }];
    this.items.forget();
    if (this.telling) return;
    this.telling = true;
    let woken = 0;
    for (const member of [...this.members]) {
      member.look?.();
      member.wake();
      woken += 1;
      if (woken % AT_ONCE === 0) await setImmediate();
    }
    this.telling = false;
  }

  /**
   * Lets everything else have its turn, and other streams before this one. What a fast client takes is gone at once, so that who only waits
   * for the client never waits.
   */
  breathe(): Promise<void> {
    return new Promise((resolve) => {
      this.resting.push(resolve);
      if (this.resting.length === 1) void this.goOn();
    });
  }

  private async goOn(): Promise<void> {
    while (this.resting.length > 0) {
      await setImmediate();
      for (const resolve of this.resting.slice(0, AT_ONCE)) resolve();
      this.resting = this.resting.slice(AT_ONCE);
    }
  }

  private versions(): Record<Layer, number> {
    return { vessels: this.picture.vessels.version, aircraft: this.picture.aircraft.version };
  }

  private start(): void {
    if (this.stop !== undefined) return;
    this.now = this.versions();
    this.before = this.now;
    const endTimer = this.timers.every(TURN_MS, () => void this.tick());
    const endListening = this.picture.listen({ moved: () => {}, expired: (layer, key) => void this.expiring[layer].push(key) });
    this.stop = () => {
      endTimer();
      endListening();
    };
  }

  private end(): void {
    this.stop?.();
    this.stop = undefined;
    this.items.forget();
    for (const layer of layers) [this.expired[layer], this.expiring[layer], this.changed[layer]] = [[], [], undefined];
  }
}
