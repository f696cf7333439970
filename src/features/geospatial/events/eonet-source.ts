import type { FeedSource } from '../../../upstream/feed-source.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import type { SourceMaker, SourceParts } from '../source-parts.js';
import { listedKeys } from './answer-fields.js';
import { eonetEvents } from './eonet-answers.js';

/** No limit is stated; more than this would be impolite. */
const EVERY_MS = 300_000;
/** All that is open is several megabytes, and needed only to learn what is not open any more. */
const ALL_EVERY_MS = 6 * 3_600_000;
/** Between, only what was seen in so many days. */
const RECENT_DAYS = 7;

/** Natural events of NASA's EONET, version 3: all open ones at the start and every six hours, and the recent ones every five minutes. */
export const eonetSource: SourceMaker = (line, parts) => (line === 'eonet' ? makeSource(parts) : undefined);

function makeSource({ config, upstreams, clock, timers, events }: SourceParts): FeedSource {
  const feed = { feed: 'events.eonet', provider: 'eonet' };
  const baseUrl = config.providers.eonet.baseUrl;
  const upstream = upstreams.open({ ...feed, baseUrl, timeoutMs: 60_000, maxBytes: 20_000_000, staleSeconds: 1_800 });
  let allAt = Number.NEGATIVE_INFINITY;
  return pollSource({
    ...feed,
    everyMs: EVERY_MS,
    stallMs: 120_000,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      const isAll = clock.now() - allAt >= ALL_EVERY_MS;
      const answer = await upstream.get({
        path: '/events',
        // Their JSON comes as `application/rss+xml` at times: it is read as JSON whatever it is called.
        query: isAll ? { status: 'open' } : { status: 'all', days: String(RECENT_DAYS) },
        signal,
        parse: eonetEvents,
        records: (read) => read.reports.length,
        skipped: (read) => read.skipped,
      });
      const { reports, skipped } = answer;
      intake?.reject('invalid', skipped);
      await events.report(reports, intake);
      const listed = isAll ? listedKeys(answer) : undefined;
      if (listed !== undefined) await events.endUnlisted('eonet', listed);
      if (isAll) allAt = clock.now();
      return reports.length;
    },
  });
}
