import type { announcements } from '../database/schema.js';

/** A notice of an operator that every account sees from `startsAt` (inclusive) until `endsAt` (exclusive). */
export type Announcement = typeof announcements.$inferSelect;

export const announcementSeverities = ['info', 'warning', 'critical'] as const;
export type AnnouncementSeverity = (typeof announcementSeverities)[number];
