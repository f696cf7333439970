import { instant } from '../../database/columns.js';
import { doublePrecision, index, jsonb, pgTable, smallint, text, unique, uuid } from '../../database/drizzle.js';
import type { EventEnvelope } from '../../events/logged-event.js';
import { ownedColumns } from '../../resources/owned-columns.js';

/** Notes of accounts in their timelines. */
export const timelineNotes = pgTable(
  'timeline_notes',
  {
    ...ownedColumns(),
    /** Id of the event that shows the note in the timeline; it changes with each change of the note. */
    eventId: uuid('event_id').notNull(),
    title: text('title').notNull(),
    text: text('text'),
    /** The time that the note is about. */
    time: instant('time').notNull(),
    severity: smallint('severity').notNull(),
    /** Latitude and longitude in degrees (WGS 84); both null without a place. */
    lat: doublePrecision('lat'),
    lon: doublePrecision('lon'),
    symbols: text('symbols').array().notNull(),
    entities: text('entities').array().notNull(),
  },
  (table) => [index('timeline_notes_account').on(table.accountId, table.id)],
);

/** Bookmarks: events that accounts marked. */
export const timelineBookmarks = pgTable(
  'timeline_bookmarks',
  {
    ...ownedColumns(),
    /** No foreign key, because the bookmark is kept after the event is deleted from the log. */
    eventId: uuid('event_id').notNull(),
    /** The event's envelope when it was marked. */
    event: jsonb('event').$type<EventEnvelope>().notNull(),
    note: text('note'),
  },
  (table) => [
    unique('timeline_bookmarks_event').on(table.accountId, table.eventId),
    index('timeline_bookmarks_account').on(table.accountId, table.id),
  ],
);

export type Bookmark = typeof timelineBookmarks.$inferSelect;
