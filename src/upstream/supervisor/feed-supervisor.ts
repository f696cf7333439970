import type { Log } from '../../logging/log.js';
import type { Clock } from '../../time/clock.js';
import type { Timers } from '../../time/timers.js';
import { failWith } from '../client/faulty-answer.js';
import { FeedMeter } from '../client/feed-meter.js';
import { FeedIntake } from '../feed-intake.js';
import type { FeedSource } from '../feed-source.js';
import type { FeedRegistry } from '../feed-status.js';
import { UpstreamError, type UpstreamFailureCode } from '../upstream-error.js';
import { FeedAttempt } from './feed-attempt.js';

/** Upper limit of the random pause before the second run (ms); the limit doubles with each failed run. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** A run that has delivered data for this long (ms) resets the count of failed runs. */
const HEALTHY_MS = 60_000;
/** Maximum delay that an upstream may request (ms). */
const MAX_REQUESTED_DELAY_MS = 600_000;
/** A feed without data for this long (s) is stale, even before it is restarted. */
const STALE_SECONDS = 900;

export interface SupervisorParts {
  feeds: FeedRegistry;
  clock: Clock;
  timers: Timers;
  log: Log;
  /** Returns a number in [0, 1) that randomizes the pauses. Default: `Math.random`. */
  random?: () => number;
}

/**
 * Keeps one source running: restarts it with exponential backoff and jitter when it ends, fails, or is connected but
 * silent. Handles all of its errors.
 *
 * Reports the status of the feed in `/health/feeds`, unless an `Upstream` of the same name already does. Silence makes
 * a feed stale, three failures in a row make it down. A source that has ended permanently is `disabled`.
 */
export class FeedSupervisor {
  private readonly meter: FeedMeter | undefined;
  private readonly intake = new FeedIntake();
  private attempt?: FeedAttempt;
  private cancelTimer?: () => void;
  /** Number of consecutive failed runs. */
  private failedAttempts = 0;
  private failing = false;
  private ended = false;
  /** Resolves when replaced runs have ended. */
  private replaced: Promise<void> = Promise.resolve();
  private state: 'new' | 'started' | 'stopped' = 'new';

  constructor(
    readonly source: FeedSource,
    private readonly parts: SupervisorParts,
  ) {
    const { feed, provider, stallMs } = source;
    parts.feeds.count(feed, this.intake);
    parts.feeds.controls.follow(feed, (isRefresh) => void this.adjust(isRefresh), source.isPolled);
    if (parts.feeds.has(feed)) return;
    const meter = new FeedMeter(parts.clock, { feed, provider, staleSeconds: Math.min(stallMs / 1000, STALE_SECONDS) });
    this.meter = meter;
    parts.feeds.register(feed, () => (this.ended ? { ...meter.status(), status: 'disabled' } : meter.status()));
  }

  /**
   * Starts the source and returns at once. May be called again after `stop`, unless the source has ended permanently.
   */
  start(): void {
    if (this.state === 'started' || this.ended) return;
    this.state = 'started';
    this.failedAttempts = 0;
    this.meter?.forgetFailures();
    if (this.isEnabled) this.run();
  }

  /** Aborts the current run. Resolves when it has ended, or after 3 s at the latest. */
  async stop(): Promise<void> {
    this.state = 'stopped';
    this.cancelTimer?.();
    await Promise.all([this.attempt?.stop(), this.replaced]);
  }

  private get isEnabled(): boolean {
    return this.parts.feeds.controls.of(this.source.feed).isEnabled;
  }

  /** Applies changed settings: ends the current run, and starts a new one unless the feed is disabled. */
  private async adjust(isRefresh: boolean): Promise<void> {
    if (this.state !== 'started' || this.ended) return;
    this.cancelTimer?.();
    const last = this.attempt;
    this.attempt = undefined;
    this.replaced = Promise.all([this.replaced, last?.stop()]).then(() => undefined);
    await this.replaced;
    if (this.state !== 'started' || this.attempt !== undefined || !this.isEnabled) return;
    this.failedAttempts = 0;
    this.meter?.forgetFailures();
    this.run(isRefresh);
  }

  private run(isRefresh = false): void {
    const { source, parts, meter } = this;
    const startedAt = parts.clock.now();
    let lastAt = startedAt;
    meter?.asked();
    // An `Upstream` of the same name handles injected faults itself.
    const fault = meter && parts.feeds.controls.faults?.take(source.feed);
    const attempt = new FeedAttempt(
      fault === undefined ? source : { ...source, run: async () => failWith(fault) },
      parts.timers,
      {
        accepted: (records) => {
          lastAt = parts.clock.now();
          meter?.succeeded(records);
          meter?.asked(); // the source counts as silent from here
          if (this.failing) parts.log.info({ component: 'feeds', feed: source.feed }, 'Feed recovered.');
          this.failing = false;
        },
        skipped: (kind, count) => meter?.noted(kind, count),
        intake: this.intake,
        isRefresh,
        intervalMs: () => {
          const { intervalSeconds } = parts.feeds.controls.of(source.feed);
          return intervalSeconds === null ? undefined : intervalSeconds * 1_000;
        },
      },
    );
    this.attempt = attempt;
    void attempt.outcome.then((outcome) => {
      if (outcome.kind === 'abandoned')
        parts.log.error({ component: 'feeds', feed: source.feed }, 'Feed did not stop in time; abandoned.');
      if (this.state === 'stopped' || this.attempt !== attempt) return;
      if (lastAt - startedAt >= HEALTHY_MS) this.failedAttempts = 0;
      if (outcome.kind === 'ended' && source.endsForGood) this.finish();
      else this.again(this.judge(outcome.kind, outcome.error));
    });
  }

  private finish(): void {
    this.ended = true;
    this.parts.log.info(
      { component: 'feeds', feed: this.source.feed },
      'Feed ended: its recording was read to the end.',
    );
  }

  /** Logs and counts the end of a run. @returns the delay that the upstream requests (ms), or 0 */
  private judge(kind: 'ended' | 'failed' | 'stalled' | 'abandoned', error: unknown): number {
    const { log } = this.parts;
    const fields = { component: 'feeds', feed: this.source.feed };
    if (kind === 'ended') return 0;
    if (kind !== 'failed') {
      // A connected, silent source may have no data: the feed becomes stale, not down.
      this.meter?.noted('timeout');
      log.warn(fields, 'Feed silent for too long; restarting it.');
      return 0;
    }
    this.meter?.failed(codeOf(error));
    // A warning is logged only once for an outage: the pauses grow only to a minute, and an outage may last for days.
    if (this.failing) log.debug({ ...fields, err: error }, 'Feed failed again.');
    else log.warn({ ...fields, err: error }, 'Feed failed; restarting.');
    this.failing = true;
    return error instanceof UpstreamError ? Math.min(error.retryAfterMs ?? 0, MAX_REQUESTED_DELAY_MS) : 0;
  }

  private again(requestedPauseMs: number): void {
    const limit = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(this.failedAttempts, 16), MAX_PAUSE_MS);
    this.failedAttempts += 1;
    const pauseMs = Math.max(requestedPauseMs, (this.parts.random ?? Math.random)() * limit);
    this.cancelTimer = this.parts.timers.after(pauseMs, () => this.run());
  }
}

/** Returns the failure code of an error; errors of the operating system have codes in words (`ECONNREFUSED`). */
function codeOf(error: unknown): UpstreamFailureCode {
  if (error instanceof UpstreamError) return error.code;
  return typeof (error as { code?: unknown } | null | undefined)?.code === 'string' ? 'unreachable' : 'bad_answer';
}
