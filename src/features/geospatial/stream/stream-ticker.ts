import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { Timers } from '../../../time/timers.js';
import { WORLD } from '../box.js';
import { type Layer, layers } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { StreamItemCache } from './stream-item-cache.js';

/** Interval at which changes are sent to streams (ms). */
export const TICK_MS = 1_000;
/**
 * Number of streams woken before the event loop continues; with twenty thousand changes this takes some milliseconds.
 */
const STREAMS_PER_TURN = 10;

interface Subscriber {
  wake(): void;
  /** Called at every tick, also when the stream does not wait for one. */
  onTick?(): void;
}

/**
 * Wakes all streams of this process once a second to look for changes, while there is a stream. Computes once the data
 * that all streams need: the items of objects, and the keys of changed objects.
 */
@Service()
export class StreamTicker {
  /** Number of ticks so far. */
  tickCount = 0;
  readonly items: StreamItemCache;
  private readonly subscribers = new Set<Subscriber>();
  /** Versions of the layers at the previous tick and at the latest one. */
  private before: Record<Layer, number> = { vessels: 0, aircraft: 0 };
  private now: Record<Layer, number> = { vessels: 0, aircraft: 0 };
  private changed: Partial<Record<Layer, number[]>> = {};
  /** Keys of objects that expired between the previous tick and the latest one, and since the latest one. */
  private expired: Record<Layer, number[]> = { vessels: [], aircraft: [] };
  private expiring: Record<Layer, number[]> = { vessels: [], aircraft: [] };
  private stop?: () => void;
  private isTicking = false;
  /** Callbacks that wait for a later turn of the event loop, in order. */
  private yielding: Array<() => void> = [];

  constructor(
    private readonly live: LiveState,
    private readonly timers: Timers,
    clock: Clock,
    private readonly log: Log,
  ) {
    this.items = new StreamItemCache(live, clock);
  }

  get size(): number {
    return this.subscribers.size;
  }

  /**
   * Subscribes a stream.
   * @param closed when it resolves, `nextTick` resolves, too
   * @param onTick called at every tick
   * @returns `nextTick` resolves at the next tick, or at once if the stream missed one; `leave` unsubscribes
   */
  join(closed: Promise<void>, onTick?: () => void): { nextTick(): Promise<void>; leave(): void } {
    let wake = () => {};
    let isOver = false;
    let seen = this.tickCount;
    void closed.then(() => {
      isOver = true;
      wake();
    });
    const subscriber: Subscriber = { wake: () => wake(), onTick };
    this.subscribers.add(subscriber);
    this.start();
    return {
      nextTick: () =>
        new Promise((resolve) => {
          wake = () => {
            seen = this.tickCount;
            resolve();
          };
          // A stream that was writing during a tick does not wait for another one.
          if (isOver || seen !== this.tickCount) wake();
        }),
      leave: () => {
        this.subscribers.delete(subscriber);
        if (this.subscribers.size === 0) this.end();
      },
    };
  }

  /**
   * Returns an upper bound of the number of objects changed since the previous tick; an object that changed twice
   * counts twice.
   */
  changes(layer: Layer): number {
    return this.live[layer].version - this.before[layer];
  }

  /** Returns the keys of objects that changed or expired since the previous tick. */
  changedKeys(layer: Layer): readonly number[] {
    const objects = this.live[layer];
    this.changed[layer] ??= Array.from(objects.changedWithin(WORLD, this.before[layer]), (slot) => objects.keyAt(slot));
    return [...this.changed[layer], ...this.expired[layer], ...this.expiring[layer]];
  }

  /** Wakes the streams in groups, so that requests are answered between them. */
  async tick(): Promise<void> {
    this.tickCount += 1;
    this.before = this.now;
    this.now = this.versions();
    [this.changed, this.expired, this.expiring] = [{}, this.expiring, { vessels: [], aircraft: [] }];
    this.items.forget();
    if (this.isTicking) return;
    this.isTicking = true;
    let woken = 0;
    for (const subscriber of [...this.subscribers]) {
      this.notify(subscriber);
      woken += 1;
      if (woken % STREAMS_PER_TURN === 0) await setImmediate();
    }
    this.isTicking = false;
  }

  /** Wakes a stream. A failure is logged, since the other streams must be woken too. */
  private notify(subscriber: Subscriber): void {
    try {
      subscriber.onTick?.();
    } catch (error) {
      this.log.error({ component: 'streams', err: error }, 'Checking a stream failed.');
    }
    subscriber.wake();
  }

  /**
   * Resolves in a later turn of the event loop, after the streams that called it before. This is necessary because a
   * write to a fast client resolves without yielding.
   */
  yieldToEventLoop(): Promise<void> {
    return new Promise((resolve) => {
      this.yielding.push(resolve);
      if (this.yielding.length === 1) void this.resumeYielding();
    });
  }

  private async resumeYielding(): Promise<void> {
    while (this.yielding.length > 0) {
      await setImmediate();
      for (const resolve of this.yielding.slice(0, STREAMS_PER_TURN)) resolve();
      this.yielding = this.yielding.slice(STREAMS_PER_TURN);
    }
  }

  private versions(): Record<Layer, number> {
    return { vessels: this.live.vessels.version, aircraft: this.live.aircraft.version };
  }

  private start(): void {
    if (this.stop !== undefined) return;
    this.now = this.versions();
    this.before = this.now;
    const endTimer = this.timers.every(TICK_MS, () => void this.tick());
    const endListening = this.live.listen({
      moved: () => {},
      expired: (layer, key) => void this.expiring[layer].push(key),
    });
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
