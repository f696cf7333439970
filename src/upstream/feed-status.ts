import { Service } from 'typedi';
import type { DurationHistogram } from '../metrics/duration-histogram.js';
import { FeedControls, type InjectedFault } from './feed-controls.js';
import type { FeedIntake, FeedIntakeCounts } from './feed-intake.js';
import type { UpstreamFailureCode } from './upstream-error.js';
import type { Vendors } from './vendor.js';

export interface FeedStatus {
  feed: string;
  provider: string;
  status: 'ok' | 'stale' | 'down' | 'disabled' | 'not_configured';
  /**
   * True: another process reads the feed, and this one takes over if that process stops. The status is then `disabled`.
   */
  standby?: true;
  /**
   * The process that reads the feed, as `host:pid`; absent for feeds that are not shared, and while no process reads
   * it.
   */
  process?: string;
  /** Status of the feed in the process that reads it, for a feed on standby; absent if unknown. */
  elsewhere?: Pick<FeedReader, 'status' | 'lastSuccessAt'>;
  lastSuccessAt: Date | null;
  /** Seconds since the last success; null before the first one. */
  ageSeconds: number | null;
  /** Number of records accepted since the start. */
  records: number;
  consecutiveFailures: number;
  /** Remaining calls at the provider; null when unknown. */
  quota: { remaining: number; limit: number; resetsAt: Date | null } | null;
  /** Failures since the start, by kind; absent for feeds that do not count them. */
  failures?: Array<{ kind: UpstreamFailureCode; count: number }>;
  /** Fault that currently replaces the responses of the feed, for a test; absent without one. */
  injectedFault?: InjectedFault;
  /** Intake of records since the start; absent for feeds that do not count them. */
  intake?: FeedIntakeCounts;
}

/** The process that reads a feed, and the state of the feed there. */
export interface FeedReader {
  process: string;
  status?: string;
  lastSuccessAt?: Date | null;
}

/** Registry of the feeds of this process: each feed registers a function that returns its status. */
@Service()
export class FeedRegistry {
  readonly controls = new FeedControls();
  private readonly feeds = new Map<string, () => FeedStatus>();
  private readonly unconfigured = new Map<string, FeedStatus>();
  private readonly standingBy = new Set<string>();
  /** Durations of HTTP calls (s), by feed. */
  readonly calls = new Map<string, DurationHistogram>();
  private readonly intakes = new Map<string, FeedIntake>();
  private readonly readers = new Map<string, FeedReader>();

  /**
   * Registers a feed of this process.
   * @param calls durations of its calls; undefined for feeds without HTTP calls
   */
  register(name: string, status: () => FeedStatus, calls?: DurationHistogram): void {
    if (this.feeds.has(name)) throw new Error(`Two feeds are named ${name}.`);
    this.feeds.set(name, status);
    if (calls !== undefined) this.calls.set(name, calls);
  }

  /** Lists the feeds of vendors as `not_configured` until they are registered. */
  declare(vendors: Vendors): void {
    for (const [provider, { feed }] of Object.entries(vendors)) {
      const status = {
        feed,
        provider,
        status: 'not_configured',
        lastSuccessAt: null,
        ageSeconds: null,
        records: 0,
      } as const;
      this.unconfigured.set(feed, { ...status, consecutiveFailures: 0, quota: null });
    }
  }

  /** Returns true if a feed of this name is registered. */
  has(name: string): boolean {
    return this.feeds.has(name);
  }

  /** Registers the intake counts of a feed, which become part of its status. */
  count(name: string, intake: FeedIntake): void {
    this.intakes.set(name, intake);
  }

  /** Marks a feed as on standby, regardless of its own status. */
  standBy(name: string, standsBy: boolean): void {
    if (standsBy) this.standingBy.add(name);
    else this.standingBy.delete(name);
  }

  /** Sets the process that reads a feed; undefined: no process reads it. */
  readBy(name: string, reader: FeedReader | undefined): void {
    if (reader === undefined) this.readers.delete(name);
    else this.readers.set(name, reader);
  }

  /** Returns the status of all feeds, sorted by name. */
  list(): FeedStatus[] {
    const absent = [...this.unconfigured]
      .filter(([name]) => !this.feeds.has(name))
      .map(([name, status]) => [name, () => status] as const);
    const named = [...this.feeds.entries(), ...absent].sort(([a], [b]) => (a < b ? -1 : 1));
    return named.map(([name, status]) => {
      const intake = this.intakes.get(name);
      const reader = this.readers.get(name);
      const injectedFault = this.controls.faults?.of(name);
      const extra = { ...(reader && { process: reader.process }), ...(injectedFault && { injectedFault }) };
      const counted: FeedStatus = { ...status(), ...(intake && { intake: intake.counts }), ...extra };
      if (this.controls.isFollowed(name) && !this.controls.of(name).isEnabled)
        return { ...counted, status: 'disabled' };
      if (!this.standingBy.has(name)) return counted;
      const { status: there, lastSuccessAt } = reader ?? {};
      return {
        ...counted,
        status: 'disabled',
        standby: true,
        ...(there && { elsewhere: { status: there, lastSuccessAt } }),
      };
    });
  }
}
