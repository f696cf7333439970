/** One counted use of a window. */
export interface WindowHit {
  /** Uses in this window, including this one. Counts beyond any limit. */
  count: number;
  /** Ms until the window ends, by the store's clock: right even where this machine's clock is wrong. */
  resetInMs: number;
  /** The end of the window in ms since the epoch, by the store's clock. Does not move while the window lasts. */
  resetsAt: number;
}

/** Fixed windows, each beginning at its key's first use. */
export abstract class WindowStore {
  /**
   * Counts one use of `key` within `durationMs`; a key keeps one duration.
   * @throws StoreUnavailable from a shared store
   */
  abstract hit(key: string, durationMs: number): WindowHit | Promise<WindowHit>;
}

/** The shared store itself, without a fallback: what must not be counted loosely fails while the store is away. */
export abstract class ExactWindowStore extends WindowStore {}
