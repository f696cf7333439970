import { Service } from 'typedi';
import { wrongParameter } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { BUCKET_ORIGIN, type EventCount, EventHistogram } from '../../../events/event-histogram.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { TimelineConditions } from '../timeline-conditions.js';
import { TimelineFilters } from '../timeline-filters.service.js';
import {
  type Bucket,
  type BucketCounts,
  bucketSeconds,
  buckets,
  type Division,
  type Histogram,
  MAX_BUCKETS,
} from './histogram.js';
import { histogramChartInThread } from './histogram-chart.js';

/** Maximum number of buckets if the request names no length; the shortest length that allows this is chosen. */
const CHOSEN_BUCKETS = 100;
const SEVERITIES = 5;

export type HistogramRequest = TimelineConditions & { bucket?: Bucket };

/** Counts events over time. */
@Service()
export class HistogramService {
  constructor(
    private readonly events: EventHistogram,
    private readonly filters: TimelineFilters,
    private readonly heavy: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a histogram. Default of `to`: now; of `from`: one day before `to`.
   * @throws Problem `invalid_request` for invalid conditions, or more than 500 buckets
   */
  async read(accountId: string, { bucket: wanted, ...conditions }: HistogramRequest): Promise<Histogram> {
    const filter = this.filters.read(conditions);
    const to = filter.to ?? new Date(Math.max(this.clock.now() + 1, (filter.from?.getTime() ?? 0) + 1));
    const from = filter.from ?? new Date(to.getTime() - DAY_MS);
    const bucket = wanted ?? shortestFor(from, to);
    const range = alignedRange(from, to, bucket);
    const counts = await this.events.count(accountId, { ...filter, from, to }, bucketSeconds[bucket]);
    return { ...histogramOf(counts, range, bucket), bucket };
  }

  /** Draws a histogram. @returns an SVG document @throws Problem as `read` does, `overloaded` */
  draw(requester: Requester, request: HistogramRequest, by: Division, look: ChartLook): Promise<string> {
    return this.heavy.run(requester, async (inThread) => {
      const histogram = await this.read(requester.accountId, request);
      const { from, to } = histogram;
      const filter = { ...this.filters.read(request), from, to };
      const isSimulated = histogram.count > 0 && (await this.events.hasSimulated(requester.accountId, filter));
      return inThread(histogramChartInThread, { histogram, by, isSimulated, look });
    });
  }
}

function shortestFor(from: Date, to: Date): Bucket {
  const seconds = (to.getTime() - from.getTime()) / 1_000;
  return buckets.find((bucket) => seconds / bucketSeconds[bucket] <= CHOSEN_BUCKETS) ?? '1w';
}

/** Returns a range rounded outwards to the starts of buckets. */
function alignedRange(from: Date, to: Date, bucket: Bucket): { from: Date; to: Date } {
  const length = bucketSeconds[bucket] * 1_000;
  const origin = BUCKET_ORIGIN.getTime();
  const start = origin + Math.floor((from.getTime() - origin) / length) * length;
  const end = origin + Math.ceil((to.getTime() - origin) / length) * length;
  if ((end - start) / length <= MAX_BUCKETS) return { from: new Date(start), to: new Date(end) };
  throw wrongParameter(
    'query/bucket',
    `must be so long that there are at most ${MAX_BUCKETS} buckets from \`from\` to \`to\``,
  );
}

function histogramOf(
  counts: readonly EventCount[],
  { from, to }: { from: Date; to: Date },
  bucket: Bucket,
): Omit<Histogram, 'bucket'> {
  const items: BucketCounts[] = [];
  const byTime = Map.groupBy(counts, ({ time }) => time.getTime());
  for (let start = from.getTime(); start < to.getTime(); start += bucketSeconds[bucket] * 1_000) {
    const own = byTime.get(start) ?? [];
    const bySeverity = Array.from({ length: SEVERITIES }, (_, index) =>
      sumOf(own.filter(({ severity }) => severity === index + 1)),
    );
    const byType = [...Map.groupBy(own, ({ group }) => group)].map(([group, some]) => ({ group, count: sumOf(some) }));
    byType.sort((one, other) => other.count - one.count || (one.group < other.group ? -1 : 1));
    items.push({ time: new Date(start), count: sumOf(own), bySeverity, byType });
  }
  return { from, to, count: sumOf(counts), items };
}

const sumOf = (counts: ReadonlyArray<{ count: number }>): number => counts.reduce((sum, { count }) => sum + count, 0);
