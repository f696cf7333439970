import { isStoreUnavailable } from '../../cache/store-unavailable.js';
import { type WindowHit, WindowStore } from './window-store.js';

/** A shared store that fails after this time (ms) or later is slow; it is then bypassed for a while. */
const SLOW_MS = 100;
/** A slow store is bypassed for this long (ms). */
const PAUSE_MS = 1_000;

/**
 * Counts in the shared store, and in this process while the shared store is unavailable: limits then hold for each
 * process separately. For calls that must be counted exactly, such as sign-in, use the shared store itself.
 */
export class FallbackWindowStore extends WindowStore {
  private pausedUntil = Number.NEGATIVE_INFINITY;

  /** @param onFallback called for each use that is counted locally */
  constructor(
    private readonly shared: WindowStore,
    private readonly local: WindowStore,
    private readonly onFallback: () => void = () => {},
    private readonly tick = () => performance.now(),
  ) {
    super();
  }

  async hit(key: string, durationMs: number): Promise<WindowHit> {
    const started = this.tick();
    if (started < this.pausedUntil) return this.hitLocally(key, durationMs);
    try {
      return await this.shared.hit(key, durationMs);
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      if (this.tick() - started >= SLOW_MS) this.pausedUntil = this.tick() + PAUSE_MS;
      return this.hitLocally(key, durationMs);
    }
  }

  private hitLocally(key: string, durationMs: number): WindowHit | Promise<WindowHit> {
    this.onFallback();
    return this.local.hit(key, durationMs);
  }
}
