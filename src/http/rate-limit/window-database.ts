import type { WindowHit, WindowStore } from './window-store.js';

type Counted = [remaining: number, resetSeconds: number, window: WindowHit];

const countedOf = (hit: WindowHit, max: number): Counted => [
  Math.max(0, max - hit.count + 1),
  Math.ceil(hit.resetsAt / 1000),
  hit,
];

/**
 * Replaces the Redis client of koa-ratelimit. The stores of koa-ratelimit leak, trust the clock of each process and
 * hang when Redis is unavailable, so it gets this object with the one command that async-ratelimiter would otherwise
 * define as a script.
 */
export class WindowDatabase {
  constructor(private readonly store: WindowStore) {}

  /**
   * Counts a call, with the arguments and the result of async-ratelimiter's script.
   * @param _now the process's clock, ignored because the store has its own
   * @param duration ms
   * @returns remaining uses before this one, end of the window (Unix s), and the window in place of the limit, which
   * koa-ratelimit passes on unchanged
   */
  ratelimiter(key: string, _now: number, duration: number, max: number): Counted | Promise<Counted> {
    const hit = this.store.hit(key, duration);
    return hit instanceof Promise ? hit.then((counted) => countedOf(counted, max)) : countedOf(hit, max);
  }
}
