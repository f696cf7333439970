import type { Clock } from '../../time/clock.js';
import type { Timers } from '../../time/timers.js';
import type { FeedIntake } from '../feed-intake.js';
import type { FeedSource } from '../feed-source.js';
import { UpstreamError } from '../upstream-error.js';
import { pause } from './abortable-delay.js';

export interface PollOptions {
  feed: string;
  provider: string;
  /** Interval between polls (ms), randomized by up to a tenth, so that many services do not poll at the same time. */
  everyMs: number;
  /** Timeout of a response (ms). */
  stallMs: number;
  clock: Clock;
  timers: Timers;
  /** No calls are made while it is paused (open circuit, used-up budget). */
  upstream?: { readonly pausedMs: number };
  /**
   * Polls once.
   * @param intake counts the outcome of each record
   * @returns the number of accepted records. @throws the failure of the poll
   */
  ask(signal: AbortSignal, intake?: FeedIntake): Promise<number>;
}

/** Minimum interval between polls (ms). */
const MIN_MS = 50;
/**
 * A paused upstream is checked again after at most this long (ms), because the pause may end earlier than announced.
 */
const POLL_INTERVAL_MS = 60_000;

/**
 * Returns a source that polls at an interval. A failure ends the run, and the supervisor starts another one; still,
 * polls are at least `everyMs` apart, because many upstreams block clients that repeat a refused call.
 */
export function pollSource(options: PollOptions): FeedSource {
  const { feed, provider, clock, timers } = options;
  let nextAt = Number.NEGATIVE_INFINITY;
  const waitForTurn = async (signal: AbortSignal, everyMs: number) => {
    // If the clock is set back, polling must not stop for longer than a period.
    await pause(timers, Math.min(nextAt - clock.now(), everyMs * 1.1), signal);
    while (!signal.aborted && options.upstream !== undefined && options.upstream.pausedMs > 0)
      await pause(timers, Math.min(Math.max(options.upstream.pausedMs, MIN_MS), POLL_INTERVAL_MS), signal);
  };
  return {
    feed,
    provider,
    // The time between polls is not silence; each call has its own timeout.
    stallMs: Number.POSITIVE_INFINITY,
    isPolled: true,
    async run({ signal, accepted, intake, isRefresh, intervalMs }) {
      if (isRefresh) nextAt = Number.NEGATIVE_INFINITY;
      while (!signal.aborted) {
        const everyMs = intervalMs?.() ?? options.everyMs;
        await waitForTurn(signal, everyMs);
        if (signal.aborted) return;
        nextAt = clock.now() + Math.max(everyMs * (0.9 + Math.random() * 0.2), MIN_MS);
        accepted(await askInTime(options, signal, intake));
      }
    },
  };
}

async function askInTime(
  { ask, timers, stallMs }: PollOptions,
  signal: AbortSignal,
  intake: FeedIntake | undefined,
): Promise<number> {
  const tooLong = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const cancelTimer = timers.after(stallMs, () => {
    tooLong.abort();
    reject(new UpstreamError('timeout'));
  });
  try {
    return await Promise.race([ask(AbortSignal.any([signal, tooLong.signal]), intake), promise]);
  } finally {
    cancelTimer();
  }
}
