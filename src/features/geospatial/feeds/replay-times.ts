/**
 * The times of a recording that is played as if it were now: the newest time read so far counts as now, and what was late when it was
 * recorded stays late by as much. So nothing lies ahead, however fast it is played.
 */
export function replayTimes(now: () => number): (recordedMs: number) => number {
  let newest = Number.NEGATIVE_INFINITY;
  return (recordedMs) => {
    newest = Math.max(newest, recordedMs);
    return now() - (newest - recordedMs);
  };
}
