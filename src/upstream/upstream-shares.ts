/** An account's share of one budget of a vendor. */
export interface UpstreamShare {
  feed: string;
  provider: string;
  windowSeconds: number;
  /** Calls made on its behalf. */
  used: number;
  /** Its current maximum of calls, including `used`. */
  share: number;
  /** When calls are counted from zero again, in ms since the epoch. */
  resetsAt: number;
}

/** The shares of accounts in the budgets of vendors. */
export abstract class UpstreamShares {
  /** Returns the shares of every budget of every vendor, in the order in which they were opened. */
  abstract of(accountId: string): Promise<UpstreamShare[]>;
}
