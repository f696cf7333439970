/** The lengths of buckets, in seconds, ascending. */
export const bucketSeconds = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '6h': 21_600,
  '1d': 86_400,
  '1w': 604_800,
} as const;

export type Bucket = keyof typeof bucketSeconds;
export const buckets = Object.keys(bucketSeconds) as Bucket[];

export const MAX_BUCKETS = 500;

/** The property by which the bars of an image are divided. */
export const divisions = ['severity', 'type'] as const;
export type Division = (typeof divisions)[number];

/** The events of one bucket. */
export interface BucketCounts {
  /** The start of the bucket. */
  time: Date;
  count: number;
  /** The counts of severity 1 to 5. */
  bySeverity: number[];
  /** By the first word of the type, the most frequent first. */
  byType: Array<{ group: string; count: number }>;
}

export interface Histogram {
  bucket: Bucket;
  /** The start of the first bucket. */
  from: Date;
  /** The end of the last bucket, exclusive. */
  to: Date;
  count: number;
  /** Every bucket, also those without events, oldest first. */
  items: BucketCounts[];
}
