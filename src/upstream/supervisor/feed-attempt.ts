import type { Timers } from '../../time/timers.js';
import type { FeedRun, FeedSource } from '../feed-source.js';

/** An aborted run may take this long to end (ms). */
const END_MS = 3_000;
/** Number of checks in the stall time, so that a stall is noticed at most a quarter of that time too late. */
const LOOKS = 4;

export interface AttemptOutcome {
  /** Outcome; `abandoned` means that the run stalled and ignored its abort. */
  kind: 'ended' | 'failed' | 'stalled' | 'abandoned';
  error?: unknown;
}

/** One run of a source, from its start to its end, with a check for missing data. */
export class FeedAttempt {
  /** Resolves with the outcome. Never rejects. */
  readonly outcome: Promise<AttemptOutcome>;
  private readonly abort = new AbortController();
  private readonly settled: Promise<AttemptOutcome>;
  private readonly abandoned = Promise.withResolvers<AttemptOutcome>();
  private readonly endWatch: () => void;
  private heard = false;
  private silentLooks = 0;
  private isStalled = false;
  private isOver = false;

  constructor(
    source: FeedSource,
    private readonly timers: Timers,
    counts: Pick<FeedRun, 'accepted' | 'skipped' | 'intake' | 'isRefresh' | 'intervalMs'>,
  ) {
    const run: FeedRun = {
      signal: this.abort.signal,
      intake: counts.intake,
      isRefresh: counts.isRefresh,
      intervalMs: counts.intervalMs,
      // Reports of a run that has ended are ignored.
      accepted: (records) => {
        if (this.isOver) return;
        this.heard = true;
        counts.accepted(records);
      },
      skipped: (kind, count) => {
        if (!this.isOver) counts.skipped(kind, count);
      },
    };
    this.endWatch = Number.isFinite(source.stallMs)
      ? timers.every(source.stallMs / LOOKS, () => this.look())
      : () => {};
    this.settled = begin(source, run).then(
      (): AttemptOutcome => ({ kind: this.isStalled ? 'stalled' : 'ended' }),
      (error: unknown): AttemptOutcome => (this.isStalled ? { kind: 'stalled' } : { kind: 'failed', error }),
    );
    this.outcome = Promise.race([this.settled, this.abandoned.promise]).then((outcome) => {
      this.isOver = true;
      this.endWatch();
      // The abort also removes remaining listeners of the signal.
      this.abort.abort();
      return outcome;
    });
  }

  /** Aborts the run. Resolves when it has ended, after 3 s at the latest. */
  async stop(): Promise<void> {
    this.endWatch();
    this.end();
    await this.outcome;
  }

  private look(): void {
    if (this.heard) this.silentLooks = 0;
    else this.silentLooks += 1;
    this.heard = false;
    if (this.silentLooks < LOOKS || this.isStalled) return;
    this.isStalled = true;
    this.end();
  }

  private end(): void {
    if (this.abort.signal.aborted) return;
    this.abort.abort();
    const cancelTimer = this.timers.after(END_MS, () => this.abandoned.resolve({ kind: 'abandoned' }));
    void this.settled.then(cancelTimer);
  }
}

/** Starts the source; an error that it throws synchronously becomes a rejection. */
async function begin(source: FeedSource, run: FeedRun): Promise<void> {
  await source.run(run);
}
