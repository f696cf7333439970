import type { FeedSource } from '../../../upstream/feed-source.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import type { GeoEventReport } from '../geo-event.js';
import type { SourceMaker, SourceParts } from '../source-parts.js';
import { type UsgsSummary, usgsSummary } from './usgs-answers.js';

/** The feed is made anew every minute. */
const EVERY_MS = 60_000;
/** The feed of the last hour has an event for so long after its time, and a little longer. */
const IN_FEED_MS = 55 * 60_000;
/** Missing from so many answers in a row, an event was deleted. One might have come from a cache. */
const MISSES = 2;

interface Seen {
  report: GeoEventReport;
  misses: number;
}

/** Earthquakes of the USGS: the last day at the start and after a longer silence, and then the last hour every minute. */
export const usgsSource: SourceMaker = (line, parts) => (line === 'usgs' ? makeSource(parts) : undefined);

function makeSource({ config, upstreams, clock, timers, events }: SourceParts): FeedSource {
  const feed = { feed: 'events.usgs', provider: 'usgs' };
  const upstream = upstreams.open({ ...feed, baseUrl: config.providers.usgs.baseUrl, timeoutMs: 20_000, maxBytes: 10_000_000 });
  const recent = new RecentEarthquakes();
  let lastAt = Number.NEGATIVE_INFINITY;
  return pollSource({
    ...feed,
    everyMs: EVERY_MS,
    stallMs: 30_000,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      const summary = await upstream.get({
        path: `/earthquakes/feed/v1.0/summary/${clock.now() - lastAt < IN_FEED_MS ? 'all_hour' : 'all_day'}.geojson`,
        signal,
        parse: usgsSummary,
        records: ({ reports }) => reports.length,
        skipped: ({ skipped }) => skipped,
      });
      await events.report([...summary.reports, ...recent.deletedBy(summary)], intake);
      intake?.reject('invalid', summary.skipped);
      lastAt = clock.now();
      return summary.reports.length;
    },
  });
}

/** Knows which earthquakes of the last hour were in the feed, as it tells of a deletion by silence alone. */
export class RecentEarthquakes {
  private seen: Seen[] = [];
  private latest = 0;

  /** Takes the next answer. @returns retractions of what is no longer in it, though it is of the last hour */
  deletedBy({ reports, generatedAt, isComplete }: UsgsSummary): GeoEventReport[] {
    const now = generatedAt.getTime();
    if (now < this.latest) return [];
    const isAnother = now > this.latest;
    this.latest = now;
    const there = new Set(reports.flatMap(({ key, aliases = [] }) => [key, ...aliases]));
    const missing = this.seen.filter(({ report }) => isInFeed(report, now) && ![report.key, ...(report.aliases ?? [])].some((name) => there.has(name)));
    if (isComplete && isAnother) for (const one of missing) one.misses += 1;
    const deleted = missing.filter(({ misses }) => misses >= MISSES);
    const waiting = missing.filter(({ misses }) => misses < MISSES);
    this.seen = [...waiting, ...reports.filter((report) => !report.retracted && isInFeed(report, now)).map((report) => ({ report, misses: 0 }))];
    return deleted.map(({ report }) => ({ ...report, reportedAt: generatedAt, retracted: true }));
  }
}

const isInFeed = ({ startedAt }: GeoEventReport, now: number): boolean => now - startedAt.getTime() < IN_FEED_MS;
