import type { Budget } from './upstreams.js';

/** The settings that operators can change for a feed. */
export interface FeedSettings {
  /** False: the feed is not read, and its provider is not called. */
  isEnabled: boolean;
  /** Seconds between polls; null: as configured. */
  intervalSeconds: number | null;
  /** Budget that replaces the configured ones; null: as configured. */
  budget: Budget | null;
}

export interface StoredFeedSettings extends FeedSettings {
  feed: string;
  /** Time of the last requested refresh; null when none was requested. */
  refreshRequestedAt: Date | null;
}

export const usualFeedSettings: FeedSettings = { isEnabled: true, intervalSeconds: null, budget: null };

export const injectedFaults = ['rate_limited', 'timeout', 'garbage', 'disconnect'] as const;
export type InjectedFault = (typeof injectedFaults)[number];

/** Injects faults in place of the responses of feeds, for tests of a running service. */
export interface FaultInjector {
  /** Returns the fault of the feed's next call, without using it up; undefined without a fault. */
  of(feed: string): InjectedFault | undefined;
  /** Returns the fault for a call that is made now and counts it as used; undefined without a fault. */
  take(feed: string): InjectedFault | undefined;
}

/** Applies changed settings of a feed. @param isRefresh true when the feed is to be read at once */
type Apply = (isRefresh: boolean) => void;

/** The settings of feeds as this process last read them; notifies the sources and clients that depend on them. */
export class FeedControls {
  /** Injector of faults; undefined in production. */
  faults?: FaultInjector;
  private stored?: ReadonlyMap<string, StoredFeedSettings>;
  private readonly followers = new Map<string, Apply[]>();
  private readonly polled = new Set<string>();

  of(feed: string): FeedSettings {
    return this.stored?.get(feed) ?? usualFeedSettings;
  }

  /**
   * Registers a listener for the settings of a feed.
   * @param apply called after each change of the settings and each request for a refresh
   */
  follow(feed: string, apply: Apply, isPolled = false): void {
    this.followers.set(feed, [...(this.followers.get(feed) ?? []), apply]);
    if (isPolled) this.polled.add(feed);
  }

  /** True when something in this process follows the settings of the feed. */
  isFollowed(feed: string): boolean {
    return this.followers.has(feed);
  }

  /** True when the feed is polled by this process, so that an interval has an effect. */
  isPolled(feed: string): boolean {
    return this.polled.has(feed);
  }

  /** Makes the sources of the feed in this process, if there are any, read it again at once. */
  refresh(feed: string): void {
    for (const apply of this.followers.get(feed) ?? []) apply(true);
  }

  /**
   * Replaces all settings and notifies the feeds that were enabled, disabled or refreshed, or that got another
   * interval; budgets are read at each call. The first call starts no refresh, because the start of the process reads
   * every feed.
   */
  replace(rows: readonly StoredFeedSettings[]): void {
    const before = this.stored;
    this.stored = new Map(rows.map((row) => [row.feed, row]));
    for (const row of rows) {
      const last = before?.get(row.feed);
      const isRefresh =
        before !== undefined && row.refreshRequestedAt?.getTime() !== last?.refreshRequestedAt?.getTime();
      const { isEnabled, intervalSeconds } = last ?? usualFeedSettings;
      if (!isRefresh && isEnabled === row.isEnabled && intervalSeconds === row.intervalSeconds) continue;
      for (const apply of this.followers.get(row.feed) ?? []) apply(isRefresh);
    }
  }
}
