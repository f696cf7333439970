/** Counts of pushed data by outcome. */
export interface PushResult {
  /** Number of lines or aircraft that were read, including rejected ones. */
  read: number;
  /** Number of reports with new data. */
  accepted: number;
  /** Number of reports that were late, repeated, or less accurate than known data. */
  stale: number;
  /** Number of accepted reports with an irregular MMSI; only for AIS. */
  irregular?: number;
  rejected: Array<{ reason: string; count: number }>;
}

/**
 * Reasons of faults that lose no record: faults in a part of a record that is otherwise read, and lines that are not
 * AIS.
 */
const harmless: ReadonlySet<string> = new Set(['tag_block', 'value', 'other_sentence']);

/** Returns the rejections that lost a record. */
export const lostOf = (rejected: PushResult['rejected']): PushResult['rejected'] =>
  rejected.filter(({ reason }) => !harmless.has(reason));

/** Returns the increase of each count since `before`, without unchanged counts. */
export function countedSince(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): PushResult['rejected'] {
  const since = Object.entries(after).map(([reason, count]) => ({ reason, count: count - (before[reason] ?? 0) }));
  return since.filter(({ count }) => count > 0).sort((one, other) => (one.reason < other.reason ? -1 : 1));
}
