import type { Budget } from './upstreams.js';

/** The settings of a feed by operators. */
export interface FeedSettings {
  /** False: the feed is not read, and its provider is not called. */
  isEnabled: boolean;
  /** Seconds from one poll to the next; null: as configured. */
  intervalSeconds: number | null;
  /** In place of the configured budgets; null: as configured. */
  budget: Budget | null;
}

export interface StoredFeedSettings extends FeedSettings {
  feed: string;
  /** Null when no refresh was requested. */
  refreshRequestedAt: Date | null;
}

export const usualFeedSettings: FeedSettings = { isEnabled: true, intervalSeconds: null, budget: null };

export const injectedFaults = ['rate_limited', 'timeout', 'garbage', 'disconnect'] as const;
export type InjectedFault = (typeof injectedFaults)[number];

/** Faults that replace the answers of feeds, for tests of a running service. */
export interface FaultInjector {
  /** The fault that the next call of the feed meets; undefined for none. */
  of(feed: string): InjectedFault | undefined;
  /** The same, for a call that is made now. */
  take(feed: string): InjectedFault | undefined;
}

/** @param isRefresh true when the feed is to be read at once */
type Apply = (isRefresh: boolean) => void;

/** The settings of feeds as this process last read them, and the sources and clients that follow them. */
export class FeedControls {
  /** Undefined in production. */
  faults?: FaultInjector;
  private stored?: ReadonlyMap<string, StoredFeedSettings>;
  private readonly followers = new Map<string, Apply[]>();
  private readonly polled = new Set<string>();

  of(feed: string): FeedSettings {
    return this.stored?.get(feed) ?? usualFeedSettings;
  }

  /** @param apply called after each change of the settings and each request for a refresh */
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

  /** Reads the feed again at once, if something in this process reads it. */
  refresh(feed: string): void {
    for (const apply of this.followers.get(feed) ?? []) apply(true);
  }

  /**
   * Replaces all settings. The first call requests no refresh: what was requested before the start is done by the
   * start.
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
