/** The slot of one open stream of an account. */
export interface StreamPlace {
  accountId: string;
  /** Unique for each stream over all processes. */
  id: string;
}

/** Limits the number of open streams of each account, over all processes that serve the API. */
export abstract class StreamSlots {
  /** Takes a slot; resolves to false when the account has reached its limit. */
  abstract take(place: StreamPlace): Promise<boolean>;

  /**
   * Renews slots that are still held. Slots that are not renewed end after a while, because a process that was killed
   * cannot release them.
   */
  abstract renew(places: readonly StreamPlace[]): Promise<void>;

  abstract release(place: StreamPlace): Promise<void>;
}
