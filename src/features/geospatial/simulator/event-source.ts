import type { SourceMaker } from '../source-parts.js';
import { simulatedEvents } from './simulated-events.js';

const EVERY_MS = 60_000;
/** How far back the initial events reach (ms). */
const LOOK_BACK_MS = 24 * 3_600_000;

/** `simulator`: earthquakes, storms and fires that are not there. */
export const eventSource: SourceMaker = (line, { seed, clock, timers, events }) => {
  if (line !== 'simulator') return undefined;
  return {
    feed: 'events.simulator',
    provider: 'simulator',
    stallMs: 5 * EVERY_MS,
    async run({ signal, accepted }) {
      let told = clock.now() - LOOK_BACK_MS;
      while (!signal.aborted) {
        const now = clock.now();
        const news = simulatedEvents(seed, now).filter(({ reportedAt }) => reportedAt.getTime() > told || told > now);
        if (news.length > 0) await events.report(news);
        told = now;
        accepted(news.length);
        await pause(signal, (done) => timers.after(EVERY_MS, done));
      }
    },
  };
};

/** Until the timer has run or the feed is stopped. */
function pause(signal: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = start(resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(stop);
}
