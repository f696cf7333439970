import { DAY_MS } from '../../../time/durations.js';
import type { GeoEventType } from '../geo-event.js';

/** Types from the news, which are many and soon outdated. */
const shortLived: ReadonlySet<GeoEventType> = new Set(['conflict', 'unrest']);

/**
 * Ongoing events of one provider that are kept although they last changed before the retention period. Volcanoes and
 * ice last for years, but a provider that never ends its events must not fill the database.
 */
export const MAX_OLD_ONGOING = 10_000;

/** Days for which an event is kept after it ended and last changed. */
export const retentionDays = (type: GeoEventType): number => (shortLived.has(type) ? 30 : 365);

/** Events of a type that ended and last changed before this time are deleted. */
export const expiredBefore = (type: GeoEventType, now: number): Date => new Date(now - retentionDays(type) * DAY_MS);

/** Whether an event is past its retention, so that it is not stored at all. Ongoing events never are. */
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
