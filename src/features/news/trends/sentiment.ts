/** Lengths of buckets in seconds; weeks start on Mondays. */
export const bucketSeconds = { '1h': 3_600, '6h': 21_600, '1d': 86_400, '1w': 604_800 } as const;

export type SentimentBucketLength = keyof typeof bucketSeconds;
export const sentimentBuckets = Object.keys(bucketSeconds) as SentimentBucketLength[];

/** Maximum number of buckets in one response. */
export const MAX_BUCKETS = 500;

/** Figures of the articles about an instrument in one bucket of time. */
export interface SentimentBucket {
  /** The start of the bucket. */
  time: Date;
  articles: number;
  /** Mean tone, from -1 to 1, of the articles with a tone; null without such articles. */
  tone: number | null;
  /** Mean sentiment that sources give, from -1 to 1; null if none of the sources gives one. */
  providerSentiment: number | null;
  /** Numbers of articles with a tone above 0.05, and below -0.05. */
  positive: number;
  negative: number;
  /** Number of articles with a tone. */
  toned: number;
  /** Number of articles of the simulator. */
  simulated: number;
}

export interface SentimentSeries {
  symbol: string;
  bucket: SentimentBucketLength;
  from: Date;
  to: Date;
  /** All buckets of the range, oldest first; a bucket without articles has zeros and nulls. */
  items: SentimentBucket[];
}
