import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { SECOND_MS } from '../../../time/durations.js';
import type { FaultInjector, InjectedFault } from '../../../upstream/feed-controls.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';

export interface FaultRequest {
  kind: InjectedFault;
  /** Number of calls that fail; undefined: no limit. */
  callCount?: number;
  seconds: number;
}

export interface ActiveFault {
  feed: string;
  kind: InjectedFault;
  /** Number of calls that will still fail; null: no limit. */
  callsLeft: number | null;
  until: Date;
}

/** Injects faults into the feeds of this process, at most one per feed. */
@Service()
export class FaultInjection implements FaultInjector {
  private readonly active = new Map<string, ActiveFault>();

  constructor(
    private readonly feeds: FeedRegistry,
    private readonly clock: Clock,
  ) {
    feeds.controls.faults = this;
  }

  of(feed: string): InjectedFault | undefined {
    return this.find(feed)?.kind;
  }

  take(feed: string): InjectedFault | undefined {
    const fault = this.find(feed);
    if (fault !== undefined && fault.callsLeft !== null) {
      fault.callsLeft -= 1;
      if (fault.callsLeft === 0) this.active.delete(feed);
    }
    return fault?.kind;
  }

  /**
   * Injects a fault, which replaces an earlier one, and makes the service read the feed so that the fault takes effect.
   * @throws Problem `not_found`, `conflict`
   */
  inject(feed: string, { kind, callCount, seconds }: FaultRequest): ActiveFault {
    this.assertFeed(feed);
    const fault = { feed, kind, callsLeft: callCount ?? null, until: new Date(this.clock.now() + seconds * SECOND_MS) };
    this.active.set(feed, fault);
    const shown = { ...fault };
    this.feeds.controls.refresh(feed);
    return shown;
  }

  /** Ends a fault, and makes the service read the feed again. @throws Problem `not_found`, `conflict` */
  remove(feed: string): void {
    this.assertFeed(feed);
    if (this.active.delete(feed)) this.feeds.controls.refresh(feed);
  }

  private find(feed: string): ActiveFault | undefined {
    const fault = this.active.get(feed);
    if (fault === undefined || fault.until.getTime() > this.clock.now()) return fault;
    this.active.delete(feed);
    return undefined;
  }

  private assertFeed(feed: string): void {
    if (!this.feeds.list().some((one) => one.feed === feed))
      throw new Problem('not_found', { detail: 'No feed has this name; `GET /health/feeds` lists them.' });
    if (this.feeds.has(feed) && !this.feeds.controls.isFollowed(feed))
      throw new Problem('conflict', {
        detail: 'This feed is not read from an upstream by the service, so it can have no fault.',
      });
  }
}
