import type { Clock } from '../../time/clock.js';
import type { Timers } from '../../time/timers.js';
import type { FeedIntake } from '../feed-intake.js';
import type { FeedSource } from '../feed-source.js';
import { UpstreamError } from '../upstream-error.js';
import { pause } from './abortable-delay.js';

export interface PollOptions {
  feed: string;
  provider: string;
  /** Interval between polls (ms), varied by up to a tenth, so that many services do not poll at the same time. */
  everyMs: number;
  /** Timeout of a response (ms). */
  stallMs: number;
  clock: Clock;
  timers: Timers;
  /** While it is paused (open circuit, used-up budget) no calls are made. */
  upstream?: { readonly pausedMs: number };
  /**
   * Asks once.
   * @param intake counts what became of each record
   * @returns how many records were accepted. @throws what went wrong
   */
  ask(signal: AbortSignal, intake?: FeedIntake): Promise<number>;
}

/** No faster than this after an `everyMs` of next to nothing (ms). */
const MIN_MS = 50;
/** A paused upstream is checked again after at most this long (ms), because the cause of the pause may end earlier. */
const POLL_INTERVAL_MS = 60_000;

/**
 * A source that asks again and again. A failure ends the run, and the supervisor starts another; still, no two
 * questions are closer to each other than `everyMs`, since many upstreams lock out who repeats what they refuse.
 */
export function pollSource(options: PollOptions): FeedSource {
  const { feed, provider, clock, timers } = options;
  let nextAt = Number.NEGATIVE_INFINITY;
  const waitForTurn = async (signal: AbortSignal, everyMs: number) => {
    // A clock that is set back does not hold it up for longer than a period.
    await pause(timers, Math.min(nextAt - clock.now(), everyMs * 1.1), signal);
    while (!signal.aborted && options.upstream !== undefined && options.upstream.pausedMs > 0)
      await pause(timers, Math.min(Math.max(options.upstream.pausedMs, MIN_MS), POLL_INTERVAL_MS), signal);
  };
  return {
    feed,
    provider,
    // Polling intervals are not silence: each call has its own timeout.
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
