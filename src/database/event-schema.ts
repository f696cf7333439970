import { instant, tsvector } from './columns.js';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  sql,
  text,
  uuid,
} from './drizzle.js';
import { accounts } from './schema.js';

/** The columns of an event, in every table of events. */
const eventColumns = {
  /** `geofence.entered`: a type of the catalogue. */
  type: text('type').notNull(),
  /** The entity of the event, such as `feed:simulator`; null when there is no single one. */
  subject: text('subject'),
  /** The accounts that may see it: all, its owner, or only the parts of this service. */
  audience: text('audience', { enum: ['public', 'owner', 'service'] }).notNull(),
  time: instant('time').notNull(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  /** Keys by which filters find it, such as `symbol:AAPL.US` or `vessel:219024336`. */
  keys: text('keys').array().notNull(),
  /** 1 (slight) to 5 (grave); null, of events of an earlier release, means 1. */
  severity: smallint('severity'),
  /** The position in degrees (WGS 84); both null for an event without a position. */
  latitude: doublePrecision('latitude'),
  longitude: doublePrecision('longitude'),
  /** Webhook endpoints of the owner that get it without a subscription; null for most events. */
  endpointIds: uuid('endpoint_ids').array(),
  /** True: the event is in the log, but is not delivered. */
  isQuiet: boolean('is_quiet').notNull().default(false),
  /** One line that people read; null for events of an earlier release. */
  title: text('title'),
};

/** Texts of the data that no caller searches for: ids, times and addresses. */
const UNSEARCHED = '^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9]{4}-[0-9]{2}-[0-9]{2}T|^https?:';

/** Removes accents, so that `Cadiz` finds `Cádiz`; queries are folded in the same manner (events/text-query.ts). */
const folded = (text: string) => `regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g')`;

/** The words by which a text query finds an event: its title, the words of its type, and the texts of its data. */
const searchedWords = `to_tsvector('simple', ${folded(
  `coalesce(title, '') || ' ' || translate(type, '._', '  ') || ' ' || ` +
    `jsonb_path_query_array(data, 'strict $.**?(@.type() == "string" && !(@ like_regex "${UNSEARCHED}"))')::text`,
)})`;

/**
 * Events as their causes wrote them, until they are given their place in the log. Transactions commit in another order
 * than they began, so a place can only be given afterwards (events/event-sequencer.ts). Holds nothing for longer than a
 * moment.
 */
export const eventInbox = pgTable('event_inbox', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id'),
  ...eventColumns,
});

/**
 * The event log: append-only, and in an order in which no event ever appears before one that is already there.
 * Partitioned by position (events/event-partitions.ts). A trigger of the migration deletes what refers to a deleted
 * event, as a foreign key would: deliveries and waiting mails.
 */
export const events = pgTable(
  'events',
  {
    /** Rises without end, with gaps. */
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * Unique: the inbox holds an id once, and the statement that takes it from there is the only one that writes it
     * here.
     */
    id: uuid('id').notNull(),
    /** Set exactly when the audience is the owner. */
    ownerId: uuid('owner_id').references(() => accounts.id, { onDelete: 'cascade' }),
    ...eventColumns,
    search: tsvector('search').generatedAlwaysAs(sql.raw(searchedWords)),
  },
  (table) => [
    index('events_id').on(table.id),
    check('events_audience', sql`(${table.audience} = 'owner') = (${table.ownerId} IS NOT NULL)`),
    // With type and severity, so that filters and histograms read the index alone.
    index('events_public_time')
      .on(table.time, table.position, table.type, table.severity)
      .where(sql`${table.audience} = 'public'`),
    index('events_owner_time')
      .on(table.ownerId, table.time, table.position, table.type, table.severity)
      .where(sql`${table.ownerId} IS NOT NULL`),
    index('events_owner_position').on(table.ownerId, table.position).where(sql`${table.ownerId} IS NOT NULL`),
    index('events_type').on(table.type, table.position),
    index('events_search').using('gin', table.search),
    index('events_keys').using('gin', table.keys),
    index('events_endpoints').using('gin', table.endpointIds).where(sql`${table.endpointIds} IS NOT NULL`),
    index('events_place')
      .using('gist', sql`point(${table.longitude}, ${table.latitude})`)
      .where(sql`${table.latitude} IS NOT NULL`),
  ],
);

/** The position of each reader in the log; written in the transaction of the reader's work. */
export const eventReaders = pgTable('event_readers', {
  name: text('name').primaryKey(),
  /** Position of the last event handled; 0 before the first. */
  position: bigint('position', { mode: 'number' }).notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Settings of feeds by operators. A feed without a row is as configured. */
export const feedSettings = pgTable('feed_settings', {
  feed: text('feed').primaryKey(),
  isEnabled: boolean('is_enabled').notNull().default(true),
  /** Null: as configured. */
  intervalSeconds: integer('interval_seconds'),
  /** Both null: the configured budgets. */
  budgetCalls: integer('budget_calls'),
  budgetWindowSeconds: integer('budget_window_seconds'),
  refreshRequestedAt: instant('refresh_requested_at'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** The last published state of each feed, so that a change is published once, also across restarts. */
export const feedStates = pgTable('feed_states', {
  feed: text('feed').primaryKey(),
  provider: text('provider').notNull(),
  status: text('status').notNull(),
  since: instant('since').notNull(),
});

/**
 * The process that reads each shared feed, with how it is doing there. A row is current while `updated_at` is recent.
 */
export const feedReaders = pgTable('feed_readers', {
  feed: text('feed').primaryKey(),
  process: text('process').notNull(),
  status: text('status').notNull(),
  lastSuccessAt: instant('last_success_at'),
  updatedAt: instant('updated_at').notNull(),
});
