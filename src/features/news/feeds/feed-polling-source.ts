import type { Timers } from '../../../time/timers.js';
import type { FeedRun, FeedSource } from '../../../upstream/feed-source.js';
import { pause } from '../../../upstream/supervisor/abortable-delay.js';
import { UpstreamError, type UpstreamFailureCode } from '../../../upstream/upstream-error.js';
import type { FeedFailure, PolledFeed } from './feed.js';
import type { FeedPollingService } from './feed-polling.service.js';

/** Maximum number of concurrent fetches. */
const CONCURRENT = 8;
/** Interval at which due feeds are looked for (ms). */
const POLL_INTERVAL_MS = 5_000;
/** Number of consecutive failures after which the source fails: the network is probably at fault, not the feeds. */
const SUSPICIOUS_FAILURES = 8;

export interface PollingParts {
  polling: Pick<FeedPollingService, 'due' | 'poll'>;
  timers: Timers;
}

/**
 * Polls built-in feeds, or the feeds of accounts, when they are due. A failing feed does not affect the others; the
 * source fails after many consecutive failures of built-in feeds.
 */
export function feedPollingSource(feed: string, builtIn: boolean, { polling, timers }: PollingParts): FeedSource {
  return {
    feed,
    provider: 'feed',
    stallMs: Number.POSITIVE_INFINITY,
    async run(run) {
      const running = new Map<string, Promise<void>>();
      const failures = new FailureCount(builtIn);
      try {
        while (!run.signal.aborted) {
          const due = await polling.due(builtIn, CONCURRENT + running.size);
          const next = due.filter(({ id }) => !running.has(id)).slice(0, CONCURRENT - running.size);
          for (const one of next) {
            const work = pollOne(one, polling, run, failures).finally(() => running.delete(one.id));
            running.set(one.id, work);
          }
          failures.assert();
          if (next.length === 0 && !failures.any) run.accepted(0);
          const waits =
            next.length > 0 && running.size < CONCURRENT ? [] : [pause(timers, POLL_INTERVAL_MS, run.signal)];
          await Promise.race([...running.values(), ...waits]);
        }
      } finally {
        await Promise.allSettled(running.values());
      }
    },
  };
}

async function pollOne(
  feed: PolledFeed,
  polling: PollingParts['polling'],
  run: FeedRun,
  failures: FailureCount,
): Promise<void> {
  const { stored, refused, failure } = await polling.poll(feed, run.signal);
  run.intake?.keep(stored);
  for (const [reason, count] of Object.entries(refused)) run.intake?.reject(reason, count);
  if (failure === null) {
    failures.reset();
    run.accepted(stored);
  } else {
    failures.add(failure);
    run.skipped(codeOf(failure), 1);
  }
}

/**
 * Counts failures since the last success. Failures of accounts' feeds are not counted: each feed shows its own to its
 * owner.
 */
class FailureCount {
  private count = 0;
  private last: FeedFailure = 'connect';

  constructor(private readonly matters: boolean) {}

  get any(): boolean {
    return this.count > 0;
  }

  add(failure: FeedFailure): void {
    if (this.matters) this.count += 1;
    this.last = failure;
  }

  reset(): void {
    this.count = 0;
  }

  /** Checks the number of failures. @throws UpstreamError from `SUSPICIOUS_FAILURES` failures on */
  assert(): void {
    if (this.count >= SUSPICIOUS_FAILURES) throw new UpstreamError(codeOf(this.last));
  }
}

const codes: Partial<Record<FeedFailure, UpstreamFailureCode>> = {
  not_found: 'not_found',
  refused: 'unauthorized',
  rate_limited: 'rate_limited',
  server_error: 'server_error',
  timeout: 'timeout',
  too_large: 'too_large',
  stopped: 'stopped',
  html: 'bad_answer',
  not_a_feed: 'bad_answer',
  malformed: 'bad_answer',
  empty: 'bad_answer',
  bad_compression: 'bad_answer',
  protocol: 'bad_answer',
};

/** Returns the code of `/health/feeds` for a failure. */
const codeOf = (failure: FeedFailure): UpstreamFailureCode => codes[failure] ?? 'unreachable';
