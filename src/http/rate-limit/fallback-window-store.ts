import { isStoreUnavailable } from '../../cache/store-unavailable.js';
import { type WindowHit, WindowStore } from './window-store.js';

/**
 * Counts in the shared store and, while that is away, in this process: a ceiling still holds, only for each process apart. For calls that
 * are better refused than counted loosely, such as sign-in, use the shared store itself.
 */
export class FallbackWindowStore extends WindowStore {
  /** @param onFallback called for each use counted locally */
  constructor(
    private readonly shared: WindowStore,
    private readonly local: WindowStore,
    private readonly onFallback: () => void = () => {},
  ) {
    super();
  }

  async hit(key: string, durationMs: number): Promise<WindowHit> {
    try {
      return await this.shared.hit(key, durationMs);
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      this.onFallback();
      return this.local.hit(key, durationMs);
    }
  }
}
