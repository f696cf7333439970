/** What became of the data that a receiver has handed over. */
export interface Pushed {
  /** Number of lines, or of aircraft, that were read, accepted or not. */
  read: number;
  /** Number of reports with new data. */
  accepted: number;
  /** Reports that were late, repeated, or of what is known better. */
  stale: number;
  /** Of the accepted reports those of an irregular MMSI; only of AIS. */
  irregular?: number;
  rejected: Array<{ reason: string; count: number }>;
}

/** Faults in a part of a record that is read all the same, and lines of something else: no record is lost by them. */
const harmless: ReadonlySet<string> = new Set(['tag_block', 'value', 'other_sentence']);

/** Of what was left out the records that were lost. */
export const lostOf = (rejected: Pushed['rejected']): Pushed['rejected'] => rejected.filter(({ reason }) => !harmless.has(reason));

/** What has been counted since `before`, without what has not. */
export function countedSince(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): Pushed['rejected'] {
  const since = Object.entries(after).map(([reason, count]) => ({ reason, count: count - (before[reason] ?? 0) }));
  return since.filter(({ count }) => count > 0).sort((one, other) => (one.reason < other.reason ? -1 : 1));
}
