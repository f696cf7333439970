import { inSlices } from '../../../simulation/slices.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import type { GeoSourceParts } from '../source-parts.js';
import { bySeconds } from './by-seconds.js';

/** A simulated world of one kind of report. */
export interface ReportingWorld<Report extends { receivedAt: number }> {
  all(second: number): Iterable<Report>;
  due(second: number): Iterable<Report>;
}

/** @param make is called when the feed first runs: a world takes a third of a second to make, which is done beside everything else */
export function reportingSource<Report extends { receivedAt: number }>(
  feed: string,
  { clock, timers }: GeoSourceParts,
  make: () => Iterator<unknown, ReportingWorld<Report>>,
  take: (report: Report) => void,
): FeedSource {
  let world: ReportingWorld<Report> | undefined;
  const takeAll = (reports: Iterable<Report>) => {
    let count = 0;
    for (const report of reports) {
      report.receivedAt = clock.now();
      take(report);
      count += 1;
    }
    return count;
  };
  return {
    feed,
    provider: 'simulator',
    stallMs: 60_000,
    async run(run) {
      world ??= await inSlices(make(), run.signal);
      if (world === undefined) return;
      const { all, due } = { all: world.all.bind(world), due: world.due.bind(world) };
      await bySeconds({ clock, timers }, run, { all: (second) => takeAll(all(second)), due: (second) => takeAll(due(second)) });
    },
  };
}
