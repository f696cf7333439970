import { Service } from 'typedi';
import type { DurationHistogram } from '../metrics/duration-histogram.js';
import { FeedControls, type InjectedFault } from './feed-controls.js';
import type { FeedIntake, FeedIntakeCounts } from './feed-intake.js';
import type { UpstreamFailureCode } from './upstream-error.js';
import type { Vendors } from './vendor.js';

/** The status of an upstream feed. */
export interface FeedStatus {
  feed: string;
  provider: string;
  status: 'ok' | 'stale' | 'down' | 'disabled' | 'not_configured';
  /** Another process reads the feed, and this one would take over. Its status is then `disabled`. */
  standby?: true;
  /**
   * The process that reads the feed, as `host:pid`; absent for feeds that are not shared, and while no process reads
   * it.
   */
  process?: string;
  /** The status of a feed on standby in the process that reads it, if that is known. */
  elsewhere?: Pick<FeedReader, 'status' | 'lastSuccessAt'>;
  lastSuccessAt: Date | null;
  /** Seconds since the last success. */
  ageSeconds: number | null;
  /** Records accepted since the start. */
  records: number;
  consecutiveFailures: number;
  /** Remaining calls at the provider; null when it does not state them. */
  quota: { remaining: number; limit: number; resetsAt: Date | null } | null;
  /** Failures since the start, by kind; absent for feeds that do not count them. */
  failures?: Array<{ kind: UpstreamFailureCode; count: number }>;
  /** The fault that calls of the feed meet at present, for a test; absent for none. */
  injectedFault?: InjectedFault;
  /** Intake of records since the start; absent for feeds that do not count them. */
  intake?: FeedIntakeCounts;
}

/** The process that reads a feed, and how the feed is doing there. */
export interface FeedReader {
  process: string;
  status?: string;
  lastSuccessAt?: Date | null;
}

/** Every feed of this process says here how it is; nothing else asks a feed. */
@Service()
export class FeedRegistry {
  readonly controls = new FeedControls();
  private readonly feeds = new Map<string, () => FeedStatus>();
  private readonly unconfigured = new Map<string, FeedStatus>();
  private readonly standingBy = new Set<string>();
  /** Times of calls over HTTP in seconds, by feed. */
  readonly calls = new Map<string, DurationHistogram>();
  private readonly intakes = new Map<string, FeedIntake>();
  private readonly readers = new Map<string, FeedReader>();

  /** @param calls times of its calls; undefined for feeds without calls over HTTP */
  register(name: string, status: () => FeedStatus, calls?: DurationHistogram): void {
    if (this.feeds.has(name)) throw new Error(`Two feeds are named ${name}.`);
    this.feeds.set(name, status);
    if (calls !== undefined) this.calls.set(name, calls);
  }

  /** Lists the vendors' feeds as `not_configured` as long as they are not registered. */
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

  /** Whether a feed of that name says how it is. */
  has(name: string): boolean {
    return this.feeds.has(name);
  }

  /** Adds the intake counts of a feed to its status. */
  count(name: string, intake: FeedIntake): void {
    this.intakes.set(name, intake);
  }

  /** Marks a feed as on standby, regardless of its own status. */
  standBy(name: string, standsBy: boolean): void {
    if (standsBy) this.standingBy.add(name);
    else this.standingBy.delete(name);
  }

  /** Names the process that reads a feed; undefined: none does. */
  readBy(name: string, reader: FeedReader | undefined): void {
    if (reader === undefined) this.readers.delete(name);
    else this.readers.set(name, reader);
  }

  /** By name. */
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
