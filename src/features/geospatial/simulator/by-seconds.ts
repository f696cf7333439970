import type { Clock } from '../../../clock.js';
import type { Timers } from '../../../timers.js';
import type { FeedRun } from '../../../upstream/feed-source.js';

/** After a longer interruption (s) the full state is sent instead of the missed reports. */
const MAX_CATCH_UP = 15;

/** What reports by the second; both return how many reports they gave. */
export interface Reporter {
  /** What everybody has said last, as of a second of the epoch. */
  all(second: number): number;
  /** What is said in a second. */
  due(second: number): number;
}

/** Sends the full state once, then the reports due in each second, until the feed stops. A late timer also sends the missed seconds. */
export function bySeconds({ clock, timers }: { clock: Clock; timers: Timers }, { signal, accepted }: FeedRun, reporter: Reporter): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let told = Math.floor(clock.now() / 1000);
  const tell = () => {
    const now = Math.floor(clock.now() / 1000);
    let count = 0;
    // A clock that was set back has the same seconds once more.
    if (now < told || now - told > MAX_CATCH_UP) count = reporter.all(now);
    else for (let second = told + 1; second <= now; second += 1) count += reporter.due(second);
    told = now;
    accepted(count);
  };
  accepted(reporter.all(told));
  const stop = timers.every(1000, () => {
    try {
      tell();
    } catch (error) {
      stop();
      reject(error as Error);
    }
  });
  signal.addEventListener(
    'abort',
    () => {
      stop();
      resolve();
    },
    { once: true },
  );
  return promise;
}
