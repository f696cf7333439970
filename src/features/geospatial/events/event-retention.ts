import type { GeoEventType } from '../geo-event.js';

const DAY_MS = 86_400_000;

/** What the news tell is many and soon stale. */
const shortLived: ReadonlySet<GeoEventType> = new Set(['conflict', 'unrest']);

/** Days for which an event is kept after it was over and last spoken of. */
export const retentionDays = (type: GeoEventType): number => (shortLived.has(type) ? 30 : 365);

/** Events of a type that were over and last spoken of before this are forgotten. */
export const forgottenBefore = (type: GeoEventType, now: number): Date => new Date(now - retentionDays(type) * DAY_MS);

/** Whether it would be forgotten again at once: then it is not even taken. */
export function isForgotten(
  { type, startedAt, endedAt, reportedAt }: { type: GeoEventType; startedAt: Date; endedAt: Date | null; reportedAt: Date },
  now: number,
) {
  const oldest = forgottenBefore(type, now);
  return startedAt < oldest && reportedAt < oldest && (endedAt === null || endedAt < oldest);
}
