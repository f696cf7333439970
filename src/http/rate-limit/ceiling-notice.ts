/** The ceiling that an account reached. */
export interface Ceiling {
  /** Requests in a window. */
  limit: number;
  /** Length of the window in seconds. */
  windowSeconds: number;
}

/** Hears of every request refused because its account has made too many. */
export abstract class CeilingNotice {
  /** Returns at once and never throws: the refusal waits for nothing. */
  abstract reached(accountId: string, ceiling: Ceiling): void;
}
