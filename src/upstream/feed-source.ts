import type { FeedIntake } from './feed-intake.js';
import type { UpstreamFailureCode } from './upstream-error.js';

/** The methods by which a running source reports to its supervisor. */
export interface FeedRun {
  /** Aborted when the feed is to stop: at the end of the process, or because it has been silent for too long. */
  signal: AbortSignal;
  /** Counts accepted records, which shows that the feed is alive. 0: the feed is alive but sent no records. */
  accepted(records: number): void;
  /** Counts the outcome of each record that was read. */
  intake?: FeedIntake;
  /** True when an operator requested the run: sources that poll do so at once. */
  isRefresh?: boolean;
  /** Returns the milliseconds between polls set by an operator; undefined: as configured. */
  intervalMs?(): number | undefined;
  /** Counts invalid records without marking the feed as failed. */
  skipped(kind: UpstreamFailureCode, count: number): void;
}

/**
 * A source that is read for as long as the process lives. When it ends, the supervisor starts it again after a growing,
 * randomized pause.
 */
export interface FeedSource {
  /**
   * Name in `/health/feeds`, such as `ais.tcp`, `adsb.adsblol` or `events.usgs`; a second source of the same kind gets
   * a number, `ais.tcp.2`.
   */
  readonly feed: string;
  readonly provider: string;
  /** A running source without data for this long (ms) is restarted. `Infinity` for sources that monitor themselves. */
  readonly stallMs: number;
  /** True: the source polls, so the setting of the interval applies to it. */
  readonly isPolled?: boolean;
  /**
   * True: the source is not started again after `run` resolves, because no more data will come. It is started again
   * after `run` rejects.
   */
  readonly endsForGood?: boolean;
  /**
   * Reads until it is aborted. Resolves when there is no more data (the end of a file) and rejects when the connection
   * is lost. It may reject with an UpstreamError, whose code is counted, or with any other error.
   */
  run(run: FeedRun): Promise<void>;
}
