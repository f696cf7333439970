import type { StoredEvent } from './stored-event.js';

/** Older than this (ms), it is no news. */
const NEWS_MS = 48 * 3_600_000;
/** By how much the magnitude of an earthquake must change to be told again. */
const NOTABLE_MAGNITUDE = 0.3;
const GRAVE = 4;

export type Change = 'new' | 'updated' | 'ended';

/**
 * What of an event the log is to tell:
 * - `new`: it began within the last 48 hours; or it is grave (severity 4 or 5), goes on, and was reported within them. So the first poll of
 *   a source with thousands of old open events does not flood the log.
 * - `updated`: it got graver, or the magnitude of an earthquake changed by 0.3, and that was reported within 48 hours.
 * - `ended`: it is over, for no longer than 48 hours; or who told it takes it back, whenever.
 */
export function changeToPublish(before: StoredEvent | undefined, after: StoredEvent | undefined, now: number): Change | undefined {
  const isRecent = (time: Date) => now - time.getTime() <= NEWS_MS;
  if (after === undefined) return before === undefined ? undefined : 'ended';
  if (before === undefined)
    return isRecent(after.startedAt) || (after.severity >= GRAVE && after.endedAt === null && isRecent(after.reportedAt)) ? 'new' : undefined;
  if (before.endedAt === null && after.endedAt !== null) return isRecent(after.endedAt) ? 'ended' : undefined;
  return (after.severity > before.severity || hasOtherMagnitude(before, after)) && isRecent(after.reportedAt) ? 'updated' : undefined;
}

function hasOtherMagnitude({ magnitude: before }: StoredEvent, { magnitude: after, type }: StoredEvent): boolean {
  if (type !== 'earthquake' || before === null || after === null) return false;
  // Magnitudes have one or two decimals; their difference is off by what binary fractions cannot hold.
  return Math.abs(after.value - before.value) >= NOTABLE_MAGNITUDE - 1e-9;
}

/** When what is told happened. */
export function timeOf(change: Change, { startedAt, reportedAt, endedAt }: StoredEvent, now: number): Date {
  const time = change === 'new' ? startedAt : change === 'updated' ? reportedAt : (endedAt ?? new Date(now));
  return new Date(Math.min(time.getTime(), now));
}
