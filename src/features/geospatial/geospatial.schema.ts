import type { Geometry } from 'geojson';
import { bytes, instant, lexemesText, preciseInstant, tsvector } from '../../database/columns.js';
import {
  type AnyColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  type SQL,
  smallint,
  sql,
  text,
  unique,
  uuid,
} from '../../database/drizzle.js';
import { ownedColumns } from '../../resources/owned-columns.js';

/**
 * Identifies a moving object. `layer`: 1 for vessels, 2 for aircraft. `object`: the MMSI, or the 24-bit address of an
 * aircraft, with bit 24 set when it is not an ICAO address.
 */
const movingObject = { layer: smallint('layer').notNull(), object: integer('object').notNull() };

/** Track points that remain after thinning. */
export const trackPoints = pgTable(
  'track_points',
  {
    ...movingObject,
    /**
     * Keeps microseconds: the times of reports that arrive in the same millisecond without a time of their own are
     * microseconds apart.
     */
    observedAt: preciseInstant('observed_at').notNull(),
    lat: doublePrecision('lat').notNull(),
    lon: doublePrecision('lon').notNull(),
    speedKnots: real('speed_knots'),
    courseDegrees: real('course_degrees'),
    altitudeFeet: integer('altitude_feet'),
    /** Number of reports removed between the previous point and this one; null when unknown. */
    leftOut: integer('left_out'),
  },
  (table) => [
    primaryKey({ columns: [table.layer, table.object, table.observedAt] }),
    index('track_points_time').on(table.observedAt),
    // Aircraft at and near airports, for arrivals and departures: a small part of all points.
    index('track_points_low')
      .on(table.lat, table.observedAt)
      .where(sql`${table.layer} = 2 and (${table.altitudeFeet} is null or ${table.altitudeFeet} < 10000)`),
  ],
);

/** State of each moving object by its latest report; live state is restored from it after a restart. */
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

/** Callsigns of aircraft from a time on, stored again after a day; empty while the aircraft reports no callsign. */
export const aircraftCallsigns = pgTable(
  'aircraft_callsigns',
  { object: movingObject.object, since: instant('since').notNull(), callsign: text('callsign').notNull() },
  (table) => [primaryKey({ columns: [table.object, table.since] }), index('aircraft_callsigns_time').on(table.since)],
);

/** The port of a call in the details of its event: name, latitude and longitude. The index of port calls has them. */
export const calledPort = (details: AnyColumn): [name: SQL, lat: SQL, lon: SQL] => [
  sql`(${details}->>'port')`,
  sql`(${details}->>'portLat')`,
  sql`(${details}->>'portLon')`,
];

/** The vessel of a port call, as the index of port calls has it. */
export const callingVessel = (entities: AnyColumn): SQL => sql`(${entities}[1])`;

/** True for port calls that are not withdrawn; the indexes of port calls contain these. */
export const isPortCall = ({ type, details }: Record<'type' | 'details', AnyColumn>): SQL =>
  sql`${type} = 'port_call' and ${details}->>'withdrawn' is null`;

/** Geo events from all sources. */
export const geoEvents = pgTable(
  'geo_events',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider').notNull(),
    /** The provider's id of the event. */
    key: text('key').notNull(),
    /** The key and all other ids of the event. */
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
    /** The words of title, description and type, for full-text search. */
    search: tsvector('search').generatedAlwaysAs(
      sql.raw(lexemesText('title', `coalesce(description, '') || ' ' || translate(type, '_', ' ')`)),
    ),
  },
  (table) => [
    index('geo_events_search').using('gin', table.search),
    // Trigram index that finds titles despite typing errors.
    index('geo_events_title').using('gin', sql`${table.title} gin_trgm_ops`),
    unique('geo_events_provider_key').on(table.provider, table.key),
    index('geo_events_names').using('gin', table.names),
    index('geo_events_started').on(table.startedAt, table.id),
    index('geo_events_type').on(table.type, table.startedAt, table.id),
    index('geo_events_ongoing').on(table.provider).where(sql`${table.endedAt} IS NULL`),
    index('geo_events_place').using('gist', sql`point(${table.lon}, ${table.lat})`),
    index('geo_events_entities').using('gin', table.entities),
    index('geo_events_port_calls')
      .on(...calledPort(table.details), table.startedAt, table.id)
      .where(isPortCall(table)),
    index('geo_events_vessel_calls')
      .on(callingVessel(table.entities), table.startedAt, table.id)
      .where(isPortCall(table)),
  ],
);

/** Encounters of two vessels, as the detector reports them. */
export const encounters = pgTable(
  'encounters',
  {
    id: uuid('id').primaryKey(),
    /** The detector's key of the encounter. */
    key: text('key').notNull().unique(),
    title: text('title').notNull(),
    description: text('description'),
    severity: smallint('severity').notNull(),
    lat: doublePrecision('lat').notNull(),
    lon: doublePrecision('lon').notNull(),
    entities: text('entities').array().notNull(),
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    reportedAt: instant('reported_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('encounters_started').on(table.startedAt, table.id),
    index('encounters_ongoing').on(table.startedAt).where(sql`${table.endedAt} IS NULL`),
    index('encounters_place').using('gist', sql`point(${table.lon}, ${table.lat})`),
    index('encounters_entities').using('gin', table.entities),
  ],
);

/** Pins: places that accounts have marked. */
export const pins = pgTable(
  'pins',
  {
    ...ownedColumns(),
    title: text('title').notNull(),
    note: text('note'),
    lat: doublePrecision('lat').notNull(),
    lon: doublePrecision('lon').notNull(),
    severity: smallint('severity').notNull(),
    /** Time at which the pin is deleted; null: never. */
    expiresAt: instant('expires_at'),
  },
  (table) => [index('pins_account').on(table.accountId, table.id), index('pins_expires').on(table.expiresAt)],
);

/** Fleets: named groups of vessels and aircraft. */
export const fleets = pgTable(
  'fleets',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    note: text('note'),
    /** Entities such as `vessel:219024336`, each once. */
    members: text('members').array().notNull(),
  },
  (table) => [index('fleets_account').on(table.accountId, table.id)],
);

export type Fleet = typeof fleets.$inferSelect;

/** Lines of accounts across which passages of vessels are counted. */
export const flowLines = pgTable(
  'flow_lines',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    /** Names of the direction from the left of the line to its right, and of the other one. */
    forward: text('forward').notNull(),
    backward: text('backward').notNull(),
    /** Corners as longitude and latitude, one after the other. */
    corners: doublePrecision('corners').array().notNull(),
  },
  (table) => [index('flow_lines_account').on(table.accountId, table.id)],
);

export type FlowLine = typeof flowLines.$inferSelect;

/** Passages of vessels across the lines of flows, by day. */
export const flowDays = pgTable(
  'flow_days',
  {
    /** Identifier of a flow, or `*` for the hours in which passages were counted. */
    flowId: text('flow_id').notNull(),
    /** True for passages of simulated vessels. */
    simulated: boolean('simulated').notNull(),
    /** The day (UTC), such as `2026-11-20`. */
    day: text('day').notNull(),
    /** Bits of the hours of the day (UTC) in which a vessel was received near the line. */
    hours: integer('hours').notNull(),
    /** Eight bytes for each passage (flows/passage.ts). */
    passages: bytes('passages').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.flowId, table.simulated, table.day] }),
    index('flow_days_day').on(table.day),
  ],
);

/** Holding patterns of aircraft that were published; an aircraft has one at a time. */
export const holdings = pgTable(
  'holdings',
  {
    /** Key of the detection. */
    key: text('key').primaryKey(),
    /** The aircraft, such as `aircraft:4ca2d6`. */
    entity: text('entity').notNull(),
    startedAt: instant('started_at').notNull(),
    /** Null while the aircraft holds. */
    endedAt: instant('ended_at'),
    /** The last published report of the detector; times are strings. */
    report: jsonb('report').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('holdings_entity').on(table.entity, table.startedAt),
    index('holdings_started').on(table.startedAt),
    index('holdings_ongoing').on(table.startedAt).where(sql`ended_at is null`),
  ],
);

/** Flows and days that were published as unusual; the flow `*` marks a day that was compared for all flows. */
export const flowNotices = pgTable(
  'flow_notices',
  {
    flowId: text('flow_id').notNull(),
    simulated: boolean('simulated').notNull(),
    day: text('day').notNull(),
  },
  (table) => [primaryKey({ columns: [table.flowId, table.simulated, table.day] })],
);

/** Published transit calls of straits and canals, by day. */
export const transitDays = pgTable(
  'transit_days',
  {
    flowId: text('flow_id').notNull(),
    /** The day (UTC), such as `2026-11-20`. */
    day: text('day').notNull(),
    /** Transit calls of each type of ship (transit-day.ts). */
    calls: integer('calls').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.flowId, table.day] })],
);

/** Ships that wait off ports, by day. */
export const waitingDays = pgTable(
  'waiting_days',
  {
    /** The UN/LOCODE of the port. */
    locode: text('locode').notNull(),
    /** True for simulated ships. */
    simulated: boolean('simulated').notNull(),
    /** The day (UTC), such as `2026-11-20`. */
    day: text('day').notNull(),
    /** Numbers of cargo ships and of tankers in each of the 24 hours (UTC); null without reception near the port. */
    cargo: smallint('cargo').array().notNull(),
    tankers: smallint('tankers').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locode, table.simulated, table.day] }),
    index('waiting_days_day').on(table.day),
  ],
);

/** Position reports of each feed on a day, by block of 20 degrees, cell of half a degree and hour. */
export const receptionDays = pgTable(
  'reception_days',
  {
    /** Name of the feed; `*` for the hours in which this service counted. */
    feed: text('feed').notNull(),
    /** `vessels` or `aircraft`. */
    layer: text('layer').notNull(),
    /** The block; negative numbers for distances and counted hours (reception/reception-cells.ts). */
    block: integer('block').notNull(),
    /** The day (UTC), such as `2026-11-20`. */
    day: text('day').notNull(),
    provider: text('provider').notNull(),
    /** Reports by cell and hour, as `writeCounts` writes them. */
    counts: bytes('counts').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feed, table.layer, table.block, table.day] }),
    index('reception_days_place').on(table.layer, table.block, table.day),
    index('reception_days_day').on(table.day),
  ],
);

/** Tables of aircraft and airports from the configured sources, one row each. */
export const referenceTables = pgTable('reference_tables', {
  /** The feed of the source. */
  name: text('name').primaryKey(),
  /** `aircraft`, `airports` or `routes`. */
  kind: text('kind').notNull(),
  /** The validators of the file, which are sent with the next request. */
  validators: jsonb('validators').$type<{ etag?: string; lastModified?: string }>().notNull(),
  /** Increases by one with every change; processes load the content when it has changed. */
  revision: integer('revision').notNull(),
  records: integer('records').notNull(),
  fetchedAt: instant('fetched_at').notNull(),
  /** The rows as text (tables/reference-table.ts), compressed with gzip. */
  content: bytes('content').notNull(),
});

/** Geofences of accounts. */
export const geofences = pgTable(
  'geofences',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    shape: jsonb('shape').$type<Record<string, unknown>>().notNull(),
    policy: jsonb('policy').$type<Record<string, unknown>>().notNull(),
    /** Increases with every change of any geofence; readers fetch the changes above the last number they have read. */
    change: bigint('change', { mode: 'number' }).notNull(),
    /** Time at which the geofence expires; null: never. */
    expiresAt: instant('expires_at'),
    /**
     * Time of the end; set when the geofence is deleted or expires. The row is deleted after the exits of its members
     * are published.
     */
    endedAt: instant('ended_at'),
  },
  (table) => [index('geofences_account').on(table.accountId, table.id), index('geofences_change').on(table.change)],
);

/** Shards of geofences that processes share: the term that evaluates each shard, and its progress. */
export const geofenceShards = pgTable(
  'geofence_shards',
  {
    /** Total number of shards. */
    shards: smallint('shards').notNull(),
    shard: smallint('shard').notNull(),
    /** The term of the current evaluation; only the process with this term may write. */
    term: uuid('term').notNull(),
    /** Movements received before this time are evaluated; null before the first evaluation. */
    evaluatedUntil: instant('evaluated_until'),
  },
  (table) => [primaryKey({ columns: [table.shards, table.shard] })],
);

/** Members of geofences, stored so that a restart publishes no entry twice. */
export const geofenceMembers = pgTable(
  'geofence_members',
  {
    fenceId: uuid('fence_id')
      .notNull()
      .references(() => geofences.id, { onDelete: 'cascade' }),
    ...movingObject,
    since: instant('since').notNull(),
    /** True when the dwell of this stay was published. */
    dwelled: boolean('dwelled').notNull().default(false),
    /** Cause of the entry while the minimum stay is not reached and the entry is unpublished; otherwise null. */
    pending: text('pending'),
  },
  (table) => [primaryKey({ columns: [table.fenceId, table.layer, table.object] })],
);
