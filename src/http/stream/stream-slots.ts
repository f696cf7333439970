/** The slot of one open stream of an account. */
export interface StreamPlace {
  accountId: string;
  /** Id of the stream, unique over all processes. */
  id: string;
}

/** Limits the number of open streams of each account, over all processes that serve the API. */
export abstract class StreamSlots {
  /**
   * Takes a slot; resolves to false when the account has reached its limit.
   * @param limit maximum number of open streams of the account. Default: that of all accounts
   */
  abstract take(place: StreamPlace, limit?: number): Promise<boolean>;

  /** Returns the number of open streams of an account. */
  abstract count(accountId: string): Promise<number>;

  /**
   * Renews slots that are still held. Slots that are not renewed end after a while, because a process that was killed
   * cannot release them.
   */
  abstract renew(places: readonly StreamPlace[]): Promise<void>;

  abstract release(place: StreamPlace): Promise<void>;
}
