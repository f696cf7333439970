import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import {
  type AnyColumn,
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from '../../../database/drizzle.js';
import { inOrder } from '../../../database/order-by.js';
import type { Area } from '../area.js';
import { geoEvents } from '../geospatial.schema.js';
import type { Distant } from '../nearby.js';
import type { Position } from '../position.js';
import { type DistanceCursor, distanceFrom, fartherThan, withinArea } from '../within-area.js';
import type { EventCursor, GeoEventFilter } from './event-search.js';
import { eventOf, storedColumns } from './geo-event.repository.js';
import type { StoredEvent } from './stored-event.js';

/**
 * Number of events that are scanned for an area, in the order of the list, before the spatial index is used: 100 for
 * each requested event, within the minimum and maximum below.
 */
const SCANNED_PER_RESULT = 100;
const MIN_SCANNED = 5_000;
const MAX_SCANNED = 100_000;

/** Searches stored events for API requests. */
@Service()
export class EventSearchRepository {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<StoredEvent | undefined> {
    const [row] = await this.database.orm.select(storedColumns).from(geoEvents).where(eq(geoEvents.id, id));
    return row && eventOf(row);
  }

  /**
   * Lists events by start in the order of the filter (default: latest first), after the cursor `after`. An area is
   * applied by its boxes, so the result may include events outside it.
   *
   * In a busy area a scan of the next events in this order finds enough matches; in a quiet area few events match, and
   * the spatial index finds them faster. PostgreSQL cannot know which applies, so the scan is tried first, for a few
   * milliseconds, and then the index.
   */
  async list(filter: GeoEventFilter, now: Date, limit: number, after?: EventCursor): Promise<StoredEvent[]> {
    const { orm } = this.database;
    const { area, order: way = 'desc' } = filter;
    const order = [inOrder(geoEvents.startedAt, way), inOrder(geoEvents.id, way)];
    if (area !== undefined) {
      const latest = orm
        .select(storedColumns)
        .from(geoEvents)
        .where(and(...timesOf(geoEvents, filter, after)))
        .orderBy(...order)
        .limit(Math.min(Math.max(limit * SCANNED_PER_RESULT, MIN_SCANNED), MAX_SCANNED))
        .as('latest');
      const rows = await orm
        .select()
        .from(latest)
        .where(and(...conditionsOf(latest, filter, now), withinArea(latest.lon, latest.lat, area)))
        .orderBy(inOrder(latest.startedAt, way), inOrder(latest.id, way))
        .limit(limit);
      if (rows.length === limit) return rows.map(eventOf);
    }
    const rows = await orm
      .select(storedColumns)
      .from(geoEvents)
      .where(
        and(
          ...timesOf(geoEvents, filter, after),
          ...conditionsOf(geoEvents, filter, now),
          area && withinArea(geoEvents.lon, geoEvents.lat, area),
        ),
      )
      .orderBy(...order)
      .limit(limit);
    return rows.map(eventOf);
  }

  /** Lists events in the boxes of an area, nearest to `center` first, after the cursor `after`. */
  async nearest(
    filter: GeoEventFilter,
    area: Area,
    center: Position,
    now: Date,
    limit: number,
    after?: DistanceCursor,
  ): Promise<Distant<StoredEvent>[]> {
    const distance = distanceFrom(center, geoEvents.lon, geoEvents.lat);
    const isWanted = and(
      ...timesOf(geoEvents, filter, undefined),
      ...conditionsOf(geoEvents, filter, now),
      withinArea(geoEvents.lon, geoEvents.lat, area),
      fartherThan(distance, geoEvents.id, after),
    );
    const rows = await this.database.orm
      .select({ event: storedColumns, distance: distance.mapWith(Number) })
      .from(geoEvents)
      .where(isWanted)
      .orderBy(asc(distance), asc(geoEvents.id))
      .limit(limit);
    return rows.map(({ event, distance }) => ({ ...eventOf(event), distance }));
  }
}

/** Columns of the table, or of a subquery over it. */
type Columns = Record<'id' | 'startedAt' | 'endedAt' | 'type' | 'severity' | 'provider', AnyColumn>;

/** Conditions on the start: the range of the filter, and the position after the cursor in the order of the list. */
export function timesOf(
  { startedAt, id }: Pick<Columns, 'id' | 'startedAt'>,
  { from, to, order = 'desc' }: Pick<GeoEventFilter, 'from' | 'to' | 'order'>,
  after: EventCursor | undefined,
): Array<SQL | undefined> {
  return [
    from && gte(startedAt, from),
    to && lt(startedAt, to),
    after &&
      sql`(${startedAt}, ${id}) ${order === 'asc' ? sql`>` : sql`<`} (${after.startedAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
  ];
}

function conditionsOf(
  { endedAt, type, severity, provider: by }: Columns,
  { types, minSeverity, providers, ongoing }: GeoEventFilter,
  now: Date,
) {
  return [
    types && inArray(type, [...types]),
    minSeverity === undefined ? undefined : gte(severity, minSeverity),
    providers && inArray(by, [...providers]),
    ongoing === undefined ? undefined : ongoing ? or(isNull(endedAt), gt(endedAt, now)) : lte(endedAt, now),
  ];
}
