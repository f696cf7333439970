import { Service } from 'typedi';
import { wrongParameter } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { Requester } from '../../../http/requester.js';
import { timeWindow } from '../../../http/time-window.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { bucketSeconds, MAX_BUCKETS, type SentimentBucketLength, type SentimentSeries } from './sentiment.js';
import { sentimentChartInThread } from './sentiment-chart-in-thread.js';
import { TrendsRepository } from './trends.repository.js';

/** Default length of the range (days). */
const DEFAULT_DAYS = 14;
/** A Monday at 00:00 UTC, to which buckets are aligned. */
const ORIGIN = Date.UTC(2001, 0, 1);

export interface SentimentRequest {
  bucket: SentimentBucketLength;
  from?: string;
  to?: string;
}

/** Computes the sentiment of news about an instrument over time. */
@Service()
export class SentimentService {
  constructor(
    private readonly repository: TrendsRepository,
    private readonly heavy: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the buckets of a range. Default of `to`: now; of `from`: 14 days before `to`.
   * @throws Problem `invalid_request` for too many buckets, or times in the wrong order
   */
  async read(accountId: string, given: string, { bucket, from, to }: SentimentRequest): Promise<SentimentSeries> {
    const symbol = given.toUpperCase();
    const end = to === undefined ? this.clock.now() : new Date(to).getTime();
    const window = timeWindow({
      from: from ?? new Date(end - DEFAULT_DAYS * DAY_MS).toISOString(),
      to: new Date(end).toISOString(),
    });
    const length = bucketSeconds[bucket] * 1_000;
    const start = ORIGIN + Math.floor(((window.from as Date).getTime() - ORIGIN) / length) * length;
    if ((end - start) / length > MAX_BUCKETS)
      throw wrongParameter('query/bucket', `must be so long that there are at most ${MAX_BUCKETS} buckets`);
    const found = await this.repository.sentiment(
      accountId,
      symbol,
      new Date(start),
      new Date(end),
      bucketSeconds[bucket],
    );
    const byTime = new Map(found.map((item) => [item.time.getTime(), item]));
    const count = Math.max(1, Math.ceil((end - start) / length));
    const items = Array.from({ length: count }, (_, index) => {
      const time = start + index * length;
      return (
        byTime.get(time) ?? {
          time: new Date(time),
          articles: 0,
          tone: null,
          providerSentiment: null,
          positive: 0,
          negative: 0,
          toned: 0,
          simulated: 0,
        }
      );
    });
    return { symbol, bucket, from: new Date(start), to: new Date(end), items };
  }

  /** Draws the buckets. @returns an SVG document @throws Problem as `read`, `overloaded` */
  draw(requester: Requester, symbol: string, request: SentimentRequest, look: ChartLook): Promise<string> {
    return this.heavy.run(requester, async (inThread) => {
      const series = await this.read(requester.accountId, symbol, request);
      return inThread(sentimentChartInThread, { series, look });
    });
  }
}
