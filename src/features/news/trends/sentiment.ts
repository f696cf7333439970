/** Lengths of buckets in seconds; weeks start on Mondays. */
export const bucketSeconds = { '1h': 3_600, '6h': 21_600, '1d': 86_400, '1w': 604_800 } as const;

export type SentimentBucketLength = keyof typeof bucketSeconds;
export const sentimentBuckets = Object.keys(bucketSeconds) as SentimentBucketLength[];

/** Maximum number of buckets in one answer. */
export const MAX_BUCKETS = 500;

/** The articles about an instrument in a bucket of time. */
export interface SentimentBucket {
  /** The start of the bucket. */
  time: Date;
  articles: number;
  /** Mean tone from -1 to 1; null without an article that has one. */
  tone: number | null;
  /** Mean sentiment that sources give; null without one. */
  providerSentiment: number | null;
  /** Articles with a tone above 0.05, and below -0.05. */
  positive: number;
  negative: number;
  /** Articles that have a tone. */
  toned: number;
  /** Articles of the simulator. */
  simulated: number;
}

export interface SentimentSeries {
  symbol: string;
  bucket: SentimentBucketLength;
  from: Date;
  to: Date;
  /** Every bucket, oldest first. */
  items: SentimentBucket[];
}
