import { HOUR_MS } from '../../../time/durations.js';
import type { StoredEvent } from './stored-event.js';

/** Maximum age of a change that is published (ms). */
const RECENT_MS = 48 * HOUR_MS;
/** Minimum change of an earthquake's magnitude for which an update is published. */
const MIN_MAGNITUDE_CHANGE = 0.3;
const HIGH_SEVERITY = 4;

export type Change = 'new' | 'updated' | 'ended';

/**
 * Returns the change of an event that is published in the log; undefined if no change is published.
 * - `new`: the event started within the last 48 hours; or it is ongoing, its severity is 4 or 5, and it was reported
 *   within the last 48 hours. Therefore the first poll of a source with thousands of old open events does not flood the
 *   log.
 * - `updated`: its severity rose, or the magnitude of an earthquake changed by at least 0.3, and it was reported within
 *   the last 48 hours.
 * - `ended`: it ended within the last 48 hours, or its source retracted it at any time.
 */
export function changeToPublish(
  before: StoredEvent | undefined,
  after: StoredEvent | undefined,
  now: number,
): Change | undefined {
  const isRecent = (time: Date) => now - time.getTime() <= RECENT_MS;
  if (after === undefined) return before === undefined ? undefined : 'ended';
  if (before === undefined)
    return isRecent(after.startedAt) ||
      (after.severity >= HIGH_SEVERITY && after.endedAt === null && isRecent(after.reportedAt))
      ? 'new'
      : undefined;
  if (before.endedAt === null && after.endedAt !== null) return isRecent(after.endedAt) ? 'ended' : undefined;
  return (after.severity > before.severity || hasOtherMagnitude(before, after)) && isRecent(after.reportedAt)
    ? 'updated'
    : undefined;
}

function hasOtherMagnitude({ magnitude: before }: StoredEvent, { magnitude: after, type }: StoredEvent): boolean {
  if (type !== 'earthquake' || before === null || after === null) return false;
  // The tolerance allows for rounding: magnitudes have one or two decimals.
  return Math.abs(after.value - before.value) >= MIN_MAGNITUDE_CHANGE - 1e-9;
}

/** Returns the time of a published change. */
export function timeOf(change: Change, { startedAt, reportedAt, endedAt }: StoredEvent, now: number): Date {
  const time = change === 'new' ? startedAt : change === 'updated' ? reportedAt : (endedAt ?? new Date(now));
  return new Date(Math.min(time.getTime(), now));
}
