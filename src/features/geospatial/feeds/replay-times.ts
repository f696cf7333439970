/**
 * Returns a function that shifts the times of a recording to now: the newest time read so far counts as now, and delays
 * within the recording are kept, so that no time is in the future at any speed.
 */
export function replayTimes(now: () => number): (recordedMs: number) => number {
  let newest = Number.NEGATIVE_INFINITY;
  return (recordedMs) => {
    newest = Math.max(newest, recordedMs);
    return now() - (newest - recordedMs);
  };
}
