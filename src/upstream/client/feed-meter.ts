import { DurationHistogram } from '../../metrics/duration-histogram.js';
import type { Clock } from '../../time/clock.js';
import type { FeedStatus } from '../feed-status.js';
import { refusals, type UpstreamFailureCode } from '../upstream-error.js';

/** Failures in a row after which a feed is down: one or two happen to anybody. */
const DOWN_AFTER = 3;

/** The refusals of the upstream; the others are the service's own. */
const upstreamRefusals: ReadonlySet<UpstreamFailureCode> = new Set(['not_found', 'not_entitled']);

/** Upper limits in seconds: calls end after 4.5, those of large files after minutes. */
const CALL_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

type Quota = NonNullable<FeedStatus['quota']>;

/** Counts what becomes of the calls and frames of one feed. */
export class FeedMeter {
  private records = 0;
  private consecutiveFailures = 0;
  private lastSuccessAt: number | undefined;
  /** The first question since the last success. */
  private askedAt: number | undefined;
  private readonly failures = new Map<UpstreamFailureCode, number>();
  /** Times of calls over HTTP in seconds, failed ones included. */
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

  /** After a pause on purpose the last failures and times say nothing about its present state. */
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
   * A refusal is counted. It is a failure only if `refusalsFail`: elsewhere the upstream works, and does not know or
   * include one thing.
   */
  failed(code: UpstreamFailureCode): void {
    this.noted(code);
    if (refusals.has(code) && !(this.options.refusalsFail === true && upstreamRefusals.has(code)))
      this.askedAt = undefined;
    else this.consecutiveFailures += 1;
  }

  /** Counts it without holding it against the feed. */
  noted(code: UpstreamFailureCode, count = 1): void {
    if (count > 0) this.failures.set(code, (this.failures.get(code) ?? 0) + count);
  }

  /** @param isReported true when reported by the vendor, which takes precedence over the service's own count */
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
    // One or two failures happen to a feed that works; nothing shows yet that this one does.
    if (this.lastSuccessAt === undefined && this.consecutiveFailures > 0) return 'stale';
    // Feeds that are not called do not become stale, and a running call may still succeed.
    const staleMs = this.options.staleSeconds * 1000;
    if (this.askedAt === undefined || (this.consecutiveFailures === 0 && now - this.askedAt <= staleMs)) return 'ok';
    return now - (this.lastSuccessAt ?? this.askedAt) > staleMs ? 'stale' : 'ok';
  }
}
