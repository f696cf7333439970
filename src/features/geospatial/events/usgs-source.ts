import type { FeedSource } from '../../../upstream/feed-source.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import type { GeoEventReport } from '../geo-event.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { type UsgsSummary, usgsSummary } from './usgs-answers.js';

/** The USGS updates the feed every minute. */
const EVERY_MS = 60_000;
/** The feed of the last hour contains an event for at least this long (ms). */
const IN_FEED_MS = 55 * 60_000;
/** An event missing from this many answers in a row was deleted. A single answer may come from a cache. */
const MISSES = 2;

interface Seen {
  report: GeoEventReport;
  misses: number;
}

/** Reads earthquakes from the USGS: the last day at the start and after an outage, then the last hour every minute. */
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

/** Finds deleted earthquakes. The feed does not announce deletions; the events are just missing. */
export class RecentEarthquakes {
  private seen: Seen[] = [];
  private latest = 0;

  /** Processes the next answer. @returns retractions of events of the last hour that are missing from it */
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
