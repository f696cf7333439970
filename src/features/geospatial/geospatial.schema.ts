import type { Geometry } from 'geojson';
import { instant, preciseInstant } from '../../database/columns.js';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  sql,
  text,
  unique,
  uuid,
} from '../../database/drizzle.js';
import { accounts } from '../../database/schema.js';

/** 1: vessels, 2: aircraft. `object` is an MMSI, or the 24-bit address of an aircraft (with bit 24 where it is none of ICAO's). */
const movingObject = { layer: smallint('layer').notNull(), object: integer('object').notNull() };

/** Where things were, thinned out to what matters. */
export const trackPoints = pgTable(
  'track_points',
  {
    ...movingObject,
    /** Reports without a time of their own that arrive in the same millisecond are microseconds apart. */
    observedAt: preciseInstant('observed_at').notNull(),
    lat: doublePrecision('lat').notNull(),
    lon: doublePrecision('lon').notNull(),
    speedKnots: real('speed_knots'),
    courseDegrees: real('course_degrees'),
    altitudeFeet: integer('altitude_feet'),
    /** Reports between the point before it and this one that were left out; null when that is not known. */
    leftOut: integer('left_out'),
  },
  (table) => [primaryKey({ columns: [table.layer, table.object, table.observedAt] }), index('track_points_time').on(table.observedAt)],
);

/** What is known of each object that moves, as of its latest report: what the live picture begins with after a restart. */
export const movingObjects = pgTable(
  'moving_objects',
  {
    ...movingObject,
    state: jsonb('state').$type<Record<string, unknown>>().notNull(),
    observedAt: instant('observed_at').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.layer, table.object] }), index('moving_objects_time').on(table.observedAt)],
);

/** What happened in the world, from all sources. */
export const geoEvents = pgTable(
  'geo_events',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider').notNull(),
    /** What the provider calls it. */
    key: text('key').notNull(),
    /** The key and every other name of it. */
    names: text('names').array().notNull(),
    type: text('type').notNull(),
    title: text('title').notNull(),
    description: text('description'),
    severity: smallint('severity').notNull(),
    lat: doublePrecision('lat').notNull(),
    lon: doublePrecision('lon').notNull(),
    geometry: jsonb('geometry').$type<Geometry>(),
    magnitude: jsonb('magnitude').$type<{ value: number; unit: string }>(),
    depthKm: doublePrecision('depth_km'),
    url: text('url'),
    entities: text('entities').array().notNull(),
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    reportedAt: instant('reported_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    unique('geo_events_provider_key').on(table.provider, table.key),
    index('geo_events_names').using('gin', table.names),
    index('geo_events_started').on(table.startedAt, table.id),
    index('geo_events_type').on(table.type, table.startedAt, table.id),
    index('geo_events_ongoing').on(table.provider).where(sql`${table.endedAt} IS NULL`),
    index('geo_events_place').using('gist', sql`point(${table.lon}, ${table.lat})`),
    index('geo_events_entities').using('gin', table.entities),
  ],
);

/** Places an account has marked. */
export const pins = pgTable(
  'pins',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    note: text('note'),
    lat: doublePrecision('lat').notNull(),
    lon: doublePrecision('lon').notNull(),
    severity: smallint('severity').notNull(),
    /** Null: it stays. */
    expiresAt: instant('expires_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('pins_account').on(table.accountId, table.id), index('pins_expires').on(table.expiresAt)],
);

/** Places whose comings and goings an account wants to know. */
export const geofences = pgTable(
  'geofences',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    shape: jsonb('shape').$type<Record<string, unknown>>().notNull(),
    policy: jsonb('policy').$type<Record<string, unknown>>().notNull(),
    version: integer('version').notNull().default(1),
    /** Rises with every change of any fence: whoever watches reads what is above the last it has seen. */
    change: bigint('change', { mode: 'number' }).notNull(),
    /** Null: for ever. */
    expiresAt: instant('expires_at'),
    /** Set when it has ended, by deletion or expiry; it goes when its exits are told. */
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('geofences_account').on(table.accountId, table.id), index('geofences_change').on(table.change)],
);

/** Who is inside which fence, so that a restart tells nobody's entry twice. */
export const geofenceMembers = pgTable(
  'geofence_members',
  {
    fenceId: uuid('fence_id')
      .notNull()
      .references(() => geofences.id, { onDelete: 'cascade' }),
    ...movingObject,
    since: instant('since').notNull(),
    /** True when the stay was told already as long enough. */
    dwelled: boolean('dwelled').notNull().default(false),
    /** Why it has come, while it has not been inside for the least stay and nothing is told of it; null of all others. */
    pending: text('pending'),
  },
  (table) => [primaryKey({ columns: [table.fenceId, table.layer, table.object] })],
);
