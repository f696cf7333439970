import type { GeoEventType } from '../geo-event.js';

const DAY_MS = 86_400_000;

/** What the news tell is many and soon stale. */
const shortLived: ReadonlySet<GeoEventType> = new Set(['conflict', 'unrest']);

/**
 * Events of one provider that go on although it last changed them longer ago than they would be kept if they were over. Volcanoes and ice go on for
 * years; a provider that never ends anything must not fill the database.
 */
export const MAX_OLD_ONGOING = 10_000;

/** Days for which an event is kept after it was over and its source last changed it. */
export const retentionDays = (type: GeoEventType): number => (shortLived.has(type) ? 30 : 365);

/** Events of a type that were over and last changed before this are forgotten. */
export const expiredBefore = (type: GeoEventType, now: number): Date => new Date(now - retentionDays(type) * DAY_MS);

/** Whether an event would be forgotten again at once: then it is not even taken. One that goes on is not, however old it is. */
export function isExpired(
  { type, startedAt, endedAt, reportedAt }: { type: GeoEventType; startedAt: Date; endedAt: Date | null; reportedAt: Date },
  now: number,
) {
  const oldest = expiredBefore(type, now);
  return endedAt !== null && startedAt < oldest && reportedAt < oldest && endedAt < oldest;
}
