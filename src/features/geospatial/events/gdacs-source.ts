import type { FeedSource } from '../../../upstream/feed-source.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import type { SourceMaker, SourceParts } from '../source-parts.js';
import { listedKeys } from './answer-fields.js';
import { gdacsItems } from './gdacs-answers.js';

/** The feed is made anew every six minutes or so. */
const EVERY_MS = 300_000;

/** Disasters with a humanitarian impact, by the Global Disaster Alert and Coordination System. */
export const gdacsSource: SourceMaker = (line, parts) => (line === 'gdacs' ? makeSource(parts) : undefined);

function makeSource({ config, upstreams, clock, timers, events }: SourceParts): FeedSource {
  const feed = { feed: 'events.gdacs', provider: 'gdacs' };
  const upstream = upstreams.open({ ...feed, baseUrl: config.providers.gdacs.baseUrl, timeoutMs: 30_000, maxBytes: 5_000_000, staleSeconds: 1_800 });
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
      // What is over leaves the feed without a word.
      const listed = listedKeys(answer);
      if (listed !== undefined) await events.endUnlisted('gdacs', listed);
      return reports.length;
    },
  });
}
