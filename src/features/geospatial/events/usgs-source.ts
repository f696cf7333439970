import type { FeedSource } from '../../../upstream/feed-source.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import type { GeoEventReport } from '../geo-event.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { type UsgsSummary, usgsSummary } from './usgs-answers.js';

/** Interval between requests (ms); the USGS updates the feed every minute. */
const EVERY_MS = 60_000;
/** Age (ms) up to which an event is expected in the feed of the last hour. */
const IN_FEED_MS = 55 * 60_000;
/**
 * Number of successive responses without an event after which it counts as deleted. A single response may come from a
 * cache.
 */
const MISSES = 2;

interface Seen {
  report: GeoEventReport;
  misses: number;
}

/**
 * Creates the source of earthquakes from the USGS. It reads the last day at the start and after an outage, then the
 * last hour every minute.
 */
export const usgsSource: SourceMaker = (line, parts) => (line === 'usgs' ? makeSource(parts) : undefined);

function makeSource({ config, upstreams, clock, timers, events }: GeoSourceParts): FeedSource {
  const feed = { feed: 'events.usgs', provider: 'usgs' };
  const upstream = upstreams.open({
    ...feed,
    baseUrl: config.vendors.usgs.baseUrl,
    timeoutMs: 20_000,
    maxBytes: 10_000_000,
  });
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

/** Detects deleted earthquakes, which the feed omits without notice. */
export class RecentEarthquakes {
  private seen: Seen[] = [];
  private latest = 0;

  /** Processes the next response. @returns retractions of the recent events that are missing from it */
  deletedBy({ reports, generatedAt, isComplete }: UsgsSummary): GeoEventReport[] {
    const now = generatedAt.getTime();
    if (now < this.latest) return [];
    const isAnother = now > this.latest;
    this.latest = now;
    const there = new Set(reports.flatMap(({ key, aliases = [] }) => [key, ...aliases]));
    const missing = this.seen.filter(
      ({ report }) => isInFeed(report, now) && ![report.key, ...(report.aliases ?? [])].some((name) => there.has(name)),
    );
    if (isComplete && isAnother) for (const one of missing) one.misses += 1;
    const deleted = missing.filter(({ misses }) => misses >= MISSES);
    const waiting = missing.filter(({ misses }) => misses < MISSES);
    this.seen = [
      ...waiting,
      ...reports
        .filter((report) => !report.retracted && isInFeed(report, now))
        .map((report) => ({ report, misses: 0 })),
    ];
    return deleted.map(({ report }) => ({ ...report, reportedAt: generatedAt, retracted: true }));
  }
}

const isInFeed = ({ startedAt }: GeoEventReport, now: number): boolean => now - startedAt.getTime() < IN_FEED_MS;
