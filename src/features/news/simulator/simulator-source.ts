import { threadFunction } from '../../../threads/thread-call.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { pause } from '../../../upstream/supervisor/abortable-delay.js';
import type { NewsSourceMaker } from '../sources/news-source.js';
import type { simulateInThread } from './simulate-in-thread.js';

/** This process only names the module: the thread loads the simulated map and markets at its first call. */
const simulateCall = threadFunction<typeof simulateInThread>(
  new URL('./simulate-in-thread.js', import.meta.url),
  'simulateInThread',
);
/** News of this last period (ms) is created at every start; articles that are stored already are skipped. */
const PAST_MS = DAY_MS;
/** Comments on companies are created for this longer period (ms), the default range of the news sentiment. */
const COMMENTS_PAST_MS = 14 * DAY_MS;
/** The past is created in pieces of this length (ms), so that feeds are read between them. */
const PIECE_MS = 6 * HOUR_MS;

/** Makes the source `simulator`: invented publications that report on the simulated markets and the simulated map. */
export const simulatorSource: NewsSourceMaker = (line, { config, reader, intake, clock, timers }) => {
  if (line !== 'simulator') return undefined;
  const source = { provider: 'simulator', feedId: null, ownerId: null };
  return {
    feed: 'news.simulator',
    provider: 'simulator',
    stallMs: 5 * MINUTE_MS,
    async run({ signal, accepted, intake: counts }) {
      const recent = clock.now() - PAST_MS;
      let done = clock.now() - Math.min(COMMENTS_PAST_MS, intake.maxAgeMs);
      let onlyComments = true;
      while (!signal.aborted) {
        const now = clock.now();
        // After a clock was set back, articles are created again; those that are stored are skipped.
        if (now < done) done = now - MINUTE_MS;
        onlyComments &&= done < recent;
        const to = Math.min(onlyComments ? recent : now, done + PIECE_MS);
        const stored = await intake.store(
          source,
          await reader.run(simulateCall, { seed: config.simulatorSeed, from: done, to, onlyComments }, signal),
        );
        counts?.keep(stored.length);
        accepted(stored.length);
        done = to;
        if (done === now) await pause(timers, MINUTE_MS, signal);
      }
    },
  };
};
