/** The state of a window after one use was counted. */
export interface WindowHit {
  /** Number of uses in this window, including this one. Continues to increase above any limit. */
  count: number;
  /** Ms until the window ends, by the store's clock, so that it is correct even if this machine's clock is wrong. */
  resetInMs: number;
  /** End of the window (ms since the epoch), by the store's clock. Constant while the window lasts. */
  resetsAt: number;
}

/** Counts uses of keys in windows of fixed length; a window begins at the first use of its key. */
export abstract class WindowStore {
  /**
   * Counts one use of `key` within `durationMs`. A key must always be used with the same duration.
   * @throws StoreUnavailable from a shared store
   */
  abstract hit(key: string, durationMs: number): WindowHit | Promise<WindowHit>;
}

/** The shared store itself, without a fallback. Calls that must be counted exactly fail while it is unavailable. */
export abstract class ExactWindowStore extends WindowStore {}
