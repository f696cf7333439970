/** What became of the data that a receiver has handed over. */
export interface Pushed {
  /** Lines, or aircraft, that were read, whatever became of them. */
  read: number;
  /** Reports that told something new. */
  accepted: number;
  /** Reports that were late, repeated, or of what is known better. */
  stale: number;
  rejected: Array<{ reason: string; count: number }>;
}

/** What has been counted since `before`, without what has not. */
export function countedSince(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): Pushed['rejected'] {
  const since = Object.entries(after).map(([reason, count]) => ({ reason, count: count - (before[reason] ?? 0) }));
  return since.filter(({ count }) => count > 0).sort((one, other) => (one.reason < other.reason ? -1 : 1));
}
