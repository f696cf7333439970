import type { FeedSource } from '../../../upstream/feed-source.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { eonetEvents } from './eonet-answers.js';
import { listedKeys } from './read-reports.js';

/** Interval between requests (ms); EONET publishes no limit. */
const EVERY_MS = 300_000;
/**
 * Interval between reads of all open events (ms). Their list has several megabytes and is needed only to find events
 * that have ended.
 */
const ALL_EVERY_MS = 6 * 3_600_000;
/** Days of events that are requested between full reads. */
const RECENT_DAYS = 7;

/**
 * Creates the source of natural events from NASA's EONET, version 3. It reads all open events at the start and every
 * six hours, and recent events every five minutes.
 */
export const eonetSource: SourceMaker = (line, parts) => (line === 'eonet' ? makeSource(parts) : undefined);

function makeSource({ config, upstreams, clock, timers, events }: GeoSourceParts): FeedSource {
  const feed = { feed: 'events.eonet', provider: 'eonet' };
  const baseUrl = config.vendors.eonet.baseUrl;
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
        // The content type is ignored, since EONET sometimes labels its JSON as `application/rss+xml`.
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
