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

/** Counts of the events in one bucket. */
export interface BucketCounts {
  /** The start of the bucket. */
  time: Date;
  count: number;
  /** Counts by severity, from 1 to 5. */
  bySeverity: number[];
  /** Counts by the first word of the type, most frequent first. */
  byType: Array<{ group: string; count: number }>;
}

export interface Histogram {
  bucket: Bucket;
  /** The start of the first bucket. */
  from: Date;
  /** The end of the last bucket, exclusive. */
  to: Date;
  count: number;
  /** All buckets, including empty ones, oldest first. */
  items: BucketCounts[];
}
