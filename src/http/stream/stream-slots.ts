/** One stream of an account. */
export interface StreamPlace {
  accountId: string;
  /** Different for each stream in every process. */
  id: string;
}

/** The number of open streams of each account, over all processes that serve the API. */
export abstract class StreamSlots {
  /** False when the account has as many as it may. */
  abstract take(place: StreamPlace): Promise<boolean>;

  /**
   * Says that these are still held: what is not renewed comes free after a while, for a process that was killed cannot
   * give back.
   */
  abstract renew(places: readonly StreamPlace[]): Promise<void>;

  abstract release(place: StreamPlace): Promise<void>;
}
