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
  primaryKey,
  smallint,
  sql,
  text,
  uuid,
} from './drizzle.js';
import { accounts } from './schema.js';

/** Columns of an event, common to the tables of events. */
const eventColumns = {
  /** Type from the catalog, such as `geofence.entered`. */
  type: text('type').notNull(),
  /** Entity that the event is about, such as `feed:simulator`; null when it is not about a single one. */
  subject: text('subject'),
  /** Accounts that may see the event: all, its owner, or none, for events that only the service itself reads. */
  audience: text('audience', { enum: ['public', 'owner', 'service'] }).notNull(),
  time: instant('time').notNull(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  /** Keys by which filters find the event, such as `symbol:AAPL.US` or `vessel:219024336`. */
  keys: text('keys').array().notNull(),
  /** Severity from 1 (minor) to 5 (critical); null, in events of an earlier release, means 1. */
  severity: smallint('severity'),
  /** The position in degrees (WGS 84); both null for an event without a position. */
  latitude: doublePrecision('latitude'),
  longitude: doublePrecision('longitude'),
  /** Webhook endpoints of the owner that receive the event without a subscription; null for most events. */
  endpointIds: uuid('endpoint_ids').array(),
  /** True: the event is in the log, but is not delivered. */
  isQuiet: boolean('is_quiet').notNull().default(false),
  /** One line for people; null for events of an earlier release. */
  title: text('title'),
};

/** Matches texts in the data that are not searched: ids, times and URLs. */
const UNSEARCHED = '^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9]{4}-[0-9]{2}-[0-9]{2}T|^https?:';

/**
 * Returns SQL that removes accents, so that `Cadiz` finds `Cádiz`; queries are normalized in the same manner
 * (events/text-query.ts).
 */
const folded = (text: string) => `regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g')`;

/**
 * SQL of the words by which a text query finds an event: its title, the words of its type, and the texts in its data.
 */
const searchedWords = `to_tsvector('simple', ${folded(
  `coalesce(title, '') || ' ' || translate(type, '._', '  ') || ' ' || ` +
    `jsonb_path_query_array(data, 'strict $.**?(@.type() == "string" && !(@ like_regex "${UNSEARCHED}"))')::text`,
)})`;

/**
 * Events as they were appended, until they get their sequence numbers in the log. Transactions commit in another order
 * than they began, so a sequence number can only be assigned afterwards (events/event-sequencer.ts). Rows normally stay
 * for only a moment.
 */
export const eventInbox = pgTable('event_inbox', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id'),
  ...eventColumns,
});

/**
 * The event log: append-only; no event ever appears before one that is already visible. Partitioned by sequence number
 * (events/event-partitions.ts). A trigger of the migration deletes the rows that refer to a deleted event, as a foreign
 * key would: deliveries and waiting mails.
 */
export const events = pgTable(
  'events',
  {
    /** Sequence number; increases with every event, with gaps. */
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * Unique without an index: the inbox contains an id only once, and only the statement that moves events from there
     * writes to this table.
     */
    id: uuid('id').notNull(),
    /** Account that owns the event; set if and only if the audience is the owner. */
    ownerId: uuid('owner_id').references(() => accounts.id, { onDelete: 'cascade' }),
    ...eventColumns,
    search: tsvector('search').generatedAlwaysAs(sql.raw(searchedWords)),
  },
  (table) => [
    index('events_id').on(table.id),
    check('events_audience', sql`(${table.audience} = 'owner') = (${table.ownerId} IS NOT NULL)`),
    // Type and severity are in the index, so that filters and histograms read only the index.
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

/** The sequence number that each consumer has reached in the log; written in the transaction of the consumer's work. */
export const eventReaders = pgTable('event_readers', {
  name: text('name').primaryKey(),
  /** Sequence number of the last handled event; 0 before the first one. */
  position: bigint('position', { mode: 'number' }).notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Settings of feeds by operators. A feed without a row uses its configuration. */
export const feedSettings = pgTable('feed_settings', {
  feed: text('feed').primaryKey(),
  isEnabled: boolean('is_enabled').notNull().default(true),
  /** Seconds between polls; null: as configured. */
  intervalSeconds: integer('interval_seconds'),
  /** Budget of the feed; both null: the configured budgets. */
  budgetCalls: integer('budget_calls'),
  budgetWindowSeconds: integer('budget_window_seconds'),
  refreshRequestedAt: instant('refresh_requested_at'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** The last published status of each feed, so that a change is published only once, also across restarts. */
export const feedStates = pgTable('feed_states', {
  feed: text('feed').primaryKey(),
  provider: text('provider').notNull(),
  status: text('status').notNull(),
  since: instant('since').notNull(),
  /** Time at which the status was last compared; older by minutes: no process watched the feed since. */
  seenAt: instant('seen_at'),
});

/** Changes of the status of feeds; `unknown` from the time at which no process watched the feed. */
export const feedChanges = pgTable(
  'feed_changes',
  {
    feed: text('feed').notNull(),
    at: instant('at').notNull(),
    provider: text('provider').notNull(),
    status: text('status').notNull(),
  },
  (table) => [primaryKey({ columns: [table.feed, table.at] }), index('feed_changes_at').on(table.at)],
);

/**
 * The process that reads each shared feed, with the state of the feed there. A row is current while `updated_at` is
 * recent.
 */
export const feedReaders = pgTable('feed_readers', {
  feed: text('feed').primaryKey(),
  process: text('process').notNull(),
  status: text('status').notNull(),
  lastSuccessAt: instant('last_success_at'),
  updatedAt: instant('updated_at').notNull(),
});
