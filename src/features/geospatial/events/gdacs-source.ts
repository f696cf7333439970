import type { FeedSource } from '../../../upstream/feed-source.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { gdacsItems } from './gdacs-answers.js';
import { listedKeys } from './read-reports.js';

/** Interval between requests (ms); GDACS updates the feed about every six minutes. */
const EVERY_MS = 300_000;

/**
 * Creates the source of disasters with a humanitarian impact from the Global Disaster Alert and Coordination System.
 */
export const gdacsSource: SourceMaker = (line, parts) => (line === 'gdacs' ? makeSource(parts) : undefined);

function makeSource({ config, upstreams, clock, timers, events }: GeoSourceParts): FeedSource {
  const feed = { feed: 'events.gdacs', provider: 'gdacs' };
  const upstream = upstreams.open({
    ...feed,
    baseUrl: config.vendors.gdacs.baseUrl,
    timeoutMs: 30_000,
    maxBytes: 5_000_000,
    staleSeconds: 1_800,
  });
  return pollSource({
    ...feed,
    everyMs: EVERY_MS,
    stallMs: 60_000,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      const answer = await upstream.get({
        path: '/xml/rss.xml',
        as: 'text',
        signal,
        parse: gdacsItems,
        records: (read) => read.reports.length,
        skipped: (read) => read.skipped,
      });
      const { reports, skipped } = answer;
      intake?.reject('invalid', skipped);
      await events.report(reports, intake);
      // GDACS removes ended events from the feed.
      const listed = listedKeys(answer);
      if (listed !== undefined) await events.endUnlisted('gdacs', listed);
      return reports.length;
    },
  });
}
