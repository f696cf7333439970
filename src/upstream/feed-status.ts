import { Service } from 'typedi';
import type { UpstreamFailureCode } from './upstream-error.js';

/** How an upstream feed is doing. */
export interface FeedStatus {
  feed: string;
  provider: string;
  status: 'ok' | 'stale' | 'down' | 'disabled' | 'not_configured';
  lastSuccessAt: Date | null;
  /** Seconds since the last success. */
  ageSeconds: number | null;
  /** Records accepted since the start. */
  records: number;
  consecutiveFailures: number;
  /** Calls left with the provider, where it tells; null where it does not. */
  quota: { remaining: number; limit: number; resetsAt: Date | null } | null;
  /** How often what went wrong since the start, by kind; left out by feeds that do not count it. */
  failures?: Array<{ kind: UpstreamFailureCode; count: number }>;
}

/** Every feed of this process says here how it is; nothing else asks a feed. */
@Service()
export class FeedRegistry {
  private readonly feeds = new Map<string, () => FeedStatus>();

  register(name: string, status: () => FeedStatus): void {
    if (this.feeds.has(name)) throw new Error(`Two feeds are named ${name}.`);
    this.feeds.set(name, status);
  }

  /** Whether a feed of that name says how it is. */
  has(name: string): boolean {
    return this.feeds.has(name);
  }

  /** By name. */
  list(): FeedStatus[] {
    return [...this.feeds.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, status]) => status());
  }
}
