import type { Clock } from '../../time/clock.js';
import { type WindowHit, WindowStore } from './window-store.js';

interface Window {
  count: number;
  startedAt: number;
}

/** Ended windows removed on each use: more than the one a use can open, so memory follows the traffic down. */
const evictedPerHit = 2;

/** Windows in this process's memory. No timer: ended windows go as others are used. */
export class MemoryWindowStore extends WindowStore {
  /** By duration, so that in each map the windows end in the order in which they were put in. */
  readonly #byDuration = new Map<number, Map<string, Window>>();

  /** @param capacity windows kept per duration; beyond it the oldest is forgotten */
  constructor(
    private readonly clock: Clock,
    private readonly capacity = 200_000,
  ) {
    super();
  }

  /** Windows in memory, ended ones included. */
  get size(): number {
    let size = 0;
    for (const windows of this.#byDuration.values()) size += windows.size;
    return size;
  }

  hit(key: string, durationMs: number): WindowHit {
    const now = this.clock.now();
    const windows = this.#windows(durationMs);
    this.#evictEnded(windows, now - durationMs);
    const window = this.#window(windows, key, now, durationMs);
    window.count += 1;
    const resetsAt = window.startedAt + durationMs;
    return { count: window.count, resetInMs: resetsAt - now, resetsAt };
  }

  #windows(durationMs: number): Map<string, Window> {
    const known = this.#byDuration.get(durationMs);
    if (known) return known;
    const windows = new Map<string, Window>();
    this.#byDuration.set(durationMs, windows);
    return windows;
  }

  /** The key's present window, or a new one. */
  #window(windows: Map<string, Window>, key: string, now: number, durationMs: number): Window {
    const known = windows.get(key);
    if (known && known.startedAt + durationMs > now) {
      // A clock that was set back must not make the window longer than it may be.
      if (known.startedAt > now) known.startedAt = now;
      return known;
    }
    if (known)
      windows.delete(key); // so that the new one is put in last
    else if (windows.size >= this.capacity) windows.delete(windows.keys().next().value!);
    const window = { count: 0, startedAt: now };
    windows.set(key, window);
    return window;
  }

  #evictEnded(windows: Map<string, Window>, startedBefore: number): void {
    let looked = 0;
    for (const [key, window] of windows) {
      if (looked >= evictedPerHit || window.startedAt > startedBefore) return;
      windows.delete(key);
      looked += 1;
    }
  }
}
