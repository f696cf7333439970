import { DurationHistogram } from '../../metrics/duration-histogram.js';
import type { Clock } from '../../time/clock.js';
import type { FeedStatus } from '../feed-status.js';
import { refusals, type UpstreamFailureCode } from '../upstream-error.js';

/** Number of consecutive failures after which a feed is down; one or two are normal. */
const DOWN_AFTER = 3;

/** Refusals by the upstream; this service itself is the origin of the other refusals. */
const upstreamRefusals: ReadonlySet<UpstreamFailureCode> = new Set(['not_found', 'not_entitled']);

/** Upper limits of buckets (s): most calls end within 4.5 s, calls for large files may take minutes. */
const CALL_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

type Quota = NonNullable<FeedStatus['quota']>;

/** Counts successes and failures of the calls and frames of one feed, and derives its status. */
export class FeedMeter {
  private records = 0;
  private consecutiveFailures = 0;
  private lastSuccessAt: number | undefined;
  /** Time of the first call since the last success. */
  private askedAt: number | undefined;
  private readonly failures = new Map<UpstreamFailureCode, number>();
  /** Durations of HTTP calls (s), failed ones included. */
  readonly calls = new DurationHistogram(CALL_BUCKETS);
  private reportedQuota?: Quota;
  private ownQuota?: Quota;

  constructor(
    private readonly clock: Clock,
    private readonly options: { feed: string; provider: string; staleSeconds: number; refusalsFail?: boolean },
  ) {}

  asked(): void {
    this.askedAt ??= this.clock.now();
  }

  /** Forgets failures after an intended pause, because they say nothing about the current state. */
  forgetFailures(): void {
    this.askedAt = undefined;
    this.consecutiveFailures = 0;
  }

  succeeded(records: number): void {
    this.records += records;
    this.consecutiveFailures = 0;
    this.lastSuccessAt = this.clock.now();
    this.askedAt = undefined;
  }

  /**
   * Counts a failure or a refusal. A refusal marks the feed as failed only with `refusalsFail`: otherwise the upstream
   * works, but does not have or does not allow the requested item.
   */
  failed(code: UpstreamFailureCode): void {
    this.noted(code);
    if (refusals.has(code) && !(this.options.refusalsFail === true && upstreamRefusals.has(code)))
      this.askedAt = undefined;
    else this.consecutiveFailures += 1;
  }

  /** Counts failures without marking the feed as failed. */
  noted(code: UpstreamFailureCode, count = 1): void {
    if (count > 0) this.failures.set(code, (this.failures.get(code) ?? 0) + count);
  }

  /**
   * Sets the remaining calls that the status shows.
   * @param isReported true when reported by the vendor, which takes precedence over the service's own count
   */
  quota(quota: Quota, isReported: boolean): void {
    if (isReported) this.reportedQuota = quota;
    else this.ownQuota = quota;
  }

  status(): FeedStatus {
    const { feed, provider } = this.options;
    const now = this.clock.now();
    return {
      feed,
      provider,
      status: this.state(now),
      lastSuccessAt: this.lastSuccessAt === undefined ? null : new Date(this.lastSuccessAt),
      ageSeconds: this.lastSuccessAt === undefined ? null : Math.max(0, now - this.lastSuccessAt) / 1000,
      records: this.records,
      consecutiveFailures: this.consecutiveFailures,
      quota: this.reportedQuota ?? this.ownQuota ?? null,
      failures: [...this.failures].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    };
  }

  private state(now: number): FeedStatus['status'] {
    if (this.consecutiveFailures >= DOWN_AFTER) return 'down';
    // One or two failures are normal in a working feed, but this one has not worked yet.
    if (this.lastSuccessAt === undefined && this.consecutiveFailures > 0) return 'stale';
    // Feeds that are not called do not become stale, and a running call may still succeed.
    const staleMs = this.options.staleSeconds * 1000;
    if (this.askedAt === undefined || (this.consecutiveFailures === 0 && now - this.askedAt <= staleMs)) return 'ok';
    return now - (this.lastSuccessAt ?? this.askedAt) > staleMs ? 'stale' : 'ok';
  }
}
