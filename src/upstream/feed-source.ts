import type { FeedIntake } from './feed-intake.js';
import type { UpstreamFailureCode } from './upstream-error.js';

/** The reports of a feed about itself while it runs. */
export interface FeedRun {
  /** Aborted when the feed is to stop: at the end of the process, or because it has been silent for too long. */
  signal: AbortSignal;
  /** Counts records that were read and accepted: the feed is alive. 0 for a sign of life without any. */
  accepted(records: number): void;
  /** Counts what became of each record that was read. */
  intake?: FeedIntake;
  /** True when an operator requested the run: a source that polls does so at once. */
  isRefresh?: boolean;
  /** Milliseconds between polls as an operator set them; undefined: as configured. */
  intervalMs?(): number | undefined;
  /** Counts invalid records without marking the feed as failed. */
  skipped(kind: UpstreamFailureCode, count: number): void;
}

/**
 * Something that is read for as long as the process lives; the supervisor starts it again, after growing and scattered
 * pauses, whenever it ends.
 */
export interface FeedSource {
  /**
   * In `/health/feeds`: `ais.tcp`, `adsb.adsblol`, `events.usgs`; a second one of the same kind gets a number,
   * `ais.tcp.2`.
   */
  readonly feed: string;
  readonly provider: string;
  /** A running source without data for this long (ms) is restarted. `Infinity` for sources that monitor themselves. */
  readonly stallMs: number;
  /** True: the source polls, so that an interval has an effect. */
  readonly isPolled?: boolean;
  /** True: when `run` resolves there is nothing more to come, and it is not started again. A run that rejects is. */
  readonly endsForGood?: boolean;
  /**
   * Reads until it is stopped. Resolves when there is nothing more to read (the end of a file), rejects when the
   * connection is lost. It may reject with an UpstreamError, whose code is counted, or with anything else.
   */
  run(run: FeedRun): Promise<void>;
}
