import { Service } from 'typedi';

/** The kinds of usage that are counted for an account. */
export const usageKinds = ['requests', 'refusedRequests', 'streams', 'aiTokens', 'webhookAttempts'] as const;
export type UsageKind = (typeof usageKinds)[number];
export type UsageCounts = Record<UsageKind, number>;

/** Maximum number of accounts counted between two writes; further ones are not counted. */
const MAX_ACCOUNTS = 100_000;

export const noUsage = (): UsageCounts => ({
  requests: 0,
  refusedRequests: 0,
  streams: 0,
  aiTokens: 0,
  webhookAttempts: 0,
});

/**
 * Counts the usage of accounts in memory, which costs almost nothing. `UsageRunner` writes the counts to the database
 * at intervals.
 */
@Service()
export class UsageMeter {
  private counts = new Map<string, UsageCounts>();

  count(accountId: string, kind: UsageKind, amount = 1): void {
    let counts = this.counts.get(accountId);
    if (counts === undefined) {
      if (this.counts.size >= MAX_ACCOUNTS) return;
      counts = noUsage();
      this.counts.set(accountId, counts);
    }
    counts[kind] += amount;
  }

  /** Returns the counts since the last call and resets them to 0. */
  take(): Map<string, UsageCounts> {
    const taken = this.counts;
    this.counts = new Map();
    return taken;
  }

  /** Adds counts back after they could not be written. */
  putBack(counts: ReadonlyMap<string, UsageCounts>): void {
    for (const [accountId, amounts] of counts)
      for (const kind of usageKinds) if (amounts[kind] > 0) this.count(accountId, kind, amounts[kind]);
  }
}
