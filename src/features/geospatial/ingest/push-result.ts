/** Counts of pushed data by outcome. */
export interface PushResult {
  /** Number of lines, or of aircraft, that were read, accepted or not. */
  read: number;
  /** Number of reports with new data. */
  accepted: number;
  /** Reports that were late, repeated, or less exact than known data. */
  stale: number;
  /** The number of accepted reports with an irregular MMSI; only for AIS. */
  irregular?: number;
  rejected: Array<{ reason: string; count: number }>;
}

/** Faults in a part of a record that is read all the same, and lines of something else: no record is lost by them. */
const harmless: ReadonlySet<string> = new Set(['tag_block', 'value', 'other_sentence']);

/** Returns the rejected records that were lost. */
export const lostOf = (rejected: PushResult['rejected']): PushResult['rejected'] =>
  rejected.filter(({ reason }) => !harmless.has(reason));

/** Returns the counts that have grown since `before`. */
export function countedSince(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): PushResult['rejected'] {
  const since = Object.entries(after).map(([reason, count]) => ({ reason, count: count - (before[reason] ?? 0) }));
  return since.filter(({ count }) => count > 0).sort((one, other) => (one.reason < other.reason ? -1 : 1));
}
