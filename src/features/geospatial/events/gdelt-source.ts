import type { FeedSource } from '../../../upstream/feed-source.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { gdeltEvents } from './gdelt-answers.js';
import { gdeltIndex, unpackGdelt } from './gdelt-archive.js';

/**
 * Interval between requests of the index (ms), which has three lines. GDELT publishes a file every quarter of an hour.
 */
const EVERY_MS = 180_000;

/** Creates the source of protests and conflicts in the news from the GDELT Project (https://www.gdeltproject.org). */
export const gdeltSource: SourceMaker = (line, parts) => (line === 'gdelt' ? makeSource(parts) : undefined);

function makeSource({ config, upstreams, clock, timers, events }: GeoSourceParts): FeedSource {
  const feed = { feed: 'events.gdelt', provider: 'gdelt' };
  const upstream = upstreams.open({
    ...feed,
    baseUrl: config.vendors.gdelt.baseUrl,
    timeoutMs: 60_000,
    maxBytes: 5_000_000,
    staleSeconds: 3_600,
  });
  let last: string | undefined;
  return pollSource({
    ...feed,
    everyMs: EVERY_MS,
    stallMs: 120_000,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      const file = await upstream.get({
        path: '/lastupdate.txt',
        as: 'text',
        signal,
        parse: gdeltIndex,
        records: () => 0,
      });
      if (file.name === last) return 0;
      const {
        reports,
        skipped,
        unused = 0,
      } = await upstream.get({
        path: `/${file.name}`,
        as: 'bytes',
        signal,
        parse: (body) => gdeltEvents(unpackGdelt(body, file)),
        records: (answer) => answer.reports.length,
        skipped: (answer) => answer.skipped,
      });
      await events.report(reports, intake);
      intake?.reject('invalid', skipped);
      intake?.reject('not_used', unused);
      last = file.name;
      return reports.length;
    },
  });
}
