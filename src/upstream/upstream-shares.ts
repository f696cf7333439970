/** An account's share of one budget of a vendor. */
export interface UpstreamShare {
  feed: string;
  provider: string;
  windowSeconds: number;
  /** Number of calls made on behalf of the account. */
  used: number;
  /** Current maximum number of calls of the account, including `used`. */
  share: number;
  /** Time at which the count starts again at zero (ms since the epoch). */
  resetsAt: number;
}

/** The shares of accounts in the budgets of vendors. */
export abstract class UpstreamShares {
  /** Returns the account's shares of all budgets of all vendors, in the order in which the vendors were opened. */
  abstract of(accountId: string): Promise<UpstreamShare[]>;
}
