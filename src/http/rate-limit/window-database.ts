import type { WindowHit, WindowStore } from './window-store.js';

type Counted = [remaining: number, resetSeconds: number, window: WindowHit];

const countedOf = (hit: WindowHit, max: number): Counted => [
  Math.max(0, max - hit.count + 1),
  Math.ceil(hit.resetsAt / 1000),
  hit,
];

/**
 * Replaces the Redis client of koa-ratelimit. Its own stores leak, trust the clock of each process and hang when Redis
 * is unavailable, so it gets this one command, which async-ratelimiter would otherwise define as a script.
 */
export class WindowDatabase {
  constructor(private readonly store: WindowStore) {}

  /**
   * @param _now the caller's clock, of no use here: the store has its own
   * @param duration ms
   * @returns uses left before this one, end of the window (Unix s), and in place of the ceiling the window, which
   * koa-ratelimit passes on
   */
  ratelimiter(key: string, _now: number, duration: number, max: number): Counted | Promise<Counted> {
    const hit = this.store.hit(key, duration);
    return hit instanceof Promise ? hit.then((counted) => countedOf(counted, max)) : countedOf(hit, max);
  }
}
