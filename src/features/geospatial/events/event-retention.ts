import { DAY_MS } from '../../../time/durations.js';
import type { GeoEventType } from '../geo-event.js';

/** Types of events from the news, which are numerous and soon outdated. */
const shortLived: ReadonlySet<GeoEventType> = new Set(['conflict', 'unrest']);

/**
 * Maximum number of ongoing events of one provider that are kept after the retention period since their last change.
 * Volcanoes and ice last for years, but a provider that never ends its events must not fill the database.
 */
export const MAX_OLD_ONGOING = 10_000;

/** Number of days that an event is kept after its start, end and last change. */
export const retentionDays = (type: GeoEventType): number => (shortLived.has(type) ? 30 : 365);

/** Returns the time before which an event of a type must have started, ended and last changed to be deleted. */
export const expiredBefore = (type: GeoEventType, now: number): Date => new Date(now - retentionDays(type) * DAY_MS);

/** True for an event past its retention, which is not stored at all. An ongoing event is never past it. */
export function isExpired(
  {
    type,
    startedAt,
    endedAt,
    reportedAt,
  }: { type: GeoEventType; startedAt: Date; endedAt: Date | null; reportedAt: Date },
  now: number,
) {
  const oldest = expiredBefore(type, now);
  return endedAt !== null && startedAt < oldest && reportedAt < oldest && endedAt < oldest;
}
