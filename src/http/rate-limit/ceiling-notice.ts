/** The rate limit that an account reached. */
export interface Ceiling {
  /** Maximum number of requests in a window. */
  limit: number;
  /** Length of the window in seconds. */
  windowSeconds: number;
}

/** Receives a notice of every request that is refused by the rate limit of its account. */
export abstract class CeilingNotice {
  /** Reports a refusal. Returns at once and never throws, because the response does not wait for it. */
  abstract reached(accountId: string, ceiling: Ceiling): void;
}
