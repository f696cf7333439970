import type { Clock } from '../../time/clock.js';
import { type WindowHit, WindowStore } from './window-store.js';

interface Window {
  count: number;
  startedAt: number;
}

/**
 * Number of ended windows removed on each use. A use opens at most one window, so memory shrinks again after a peak.
 */
const evictedPerHit = 2;

/** Keeps windows in this process's memory, without a timer: each use removes ended windows. */
export class MemoryWindowStore extends WindowStore {
  /** Windows by duration: each map is in the order of insertion, in which its windows also end. */
  readonly #byDuration = new Map<number, Map<string, Window>>();

  /** @param capacity maximum number of windows for each duration; beyond it the oldest is removed */
  constructor(
    private readonly clock: Clock,
    private readonly capacity = 200_000,
  ) {
    super();
  }

  /** Number of windows in memory, ended ones included. */
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

  /** Returns the key's current window, or a new one. */
  #window(windows: Map<string, Window>, key: string, now: number, durationMs: number): Window {
    const known = windows.get(key);
    if (known && known.startedAt + durationMs > now) {
      // If the clock is set back, the window must not become longer than its duration.
      if (known.startedAt > now) known.startedAt = now;
      return known;
    }
    if (known)
      windows.delete(key); // so that the new window is inserted at the end
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
