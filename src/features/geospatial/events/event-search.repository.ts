import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { type AnyColumn, and, desc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from '../../../database/drizzle.js';
import { geoEvents } from '../geospatial.schema.js';
import { withinArea } from '../within-area.js';
import type { EventPlace, GeoEventFilter } from './event-search.js';
import { eventOf } from './geo-event.repository.js';
import type { StoredEvent } from './stored-event.js';

/** Of the latest events so many are looked through for each one wanted, before the index of places is asked; and at least and at most so many. */
const LOOKED_THROUGH = 100;
const LEAST_LOOKED_THROUGH = 5_000;
const MAX_LOOKED_THROUGH = 100_000;

/** Events of the world, as callers look for them. */
@Service()
export class EventSearchRepository {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<StoredEvent | undefined> {
    const [row] = await this.database.orm.select().from(geoEvents).where(eq(geoEvents.id, id));
    return row && eventOf(row);
  }

  /**
   * Latest start first, after `after`. Of an area those in its boxes, which may be more than are in it.
   *
   * Where an area is busy, the latest events have enough of its own; where it is quiet, its events are few, and the index of places finds
   * them. PostgreSQL cannot know which it is, so the first is tried, at a few milliseconds, and then the second.
   */
  async list(filter: GeoEventFilter, now: Date, limit: number, after?: EventPlace): Promise<StoredEvent[]> {
    const { orm } = this.database;
    const { area } = filter;
    const order = [desc(geoEvents.startedAt), desc(geoEvents.id)];
    if (area !== undefined) {
      const latest = orm
        .select()
        .from(geoEvents)
        .where(and(...timesOf(geoEvents, filter, after)))
        .orderBy(...order)
        .limit(Math.min(Math.max(limit * LOOKED_THROUGH, LEAST_LOOKED_THROUGH), MAX_LOOKED_THROUGH))
        .as('latest');
      const rows = await orm
        .select()
        .from(latest)
        .where(and(...conditionsOf(latest, filter, now), withinArea(latest.lon, latest.lat, area)))
        .orderBy(desc(latest.startedAt), desc(latest.id))
        .limit(limit);
      if (rows.length === limit) return rows.map(eventOf);
    }
    const rows = await orm
      .select()
      .from(geoEvents)
      .where(and(...timesOf(geoEvents, filter, after), ...conditionsOf(geoEvents, filter, now), area && withinArea(geoEvents.lon, geoEvents.lat, area)))
      .orderBy(...order)
      .limit(limit);
    return rows.map(eventOf);
  }
}

/** The table, or a part of it. */
type Columns = Record<'id' | 'startedAt' | 'endedAt' | 'type' | 'severity' | 'provider', AnyColumn>;

function timesOf({ startedAt, id }: Columns, { from, to }: GeoEventFilter, after: EventPlace | undefined): Array<SQL | undefined> {
  return [
    from && gte(startedAt, from),
    to && lt(startedAt, to),
    after && sql`(${startedAt}, ${id}) < (${after.startedAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
  ];
}

function conditionsOf({ endedAt, type, severity, provider: by }: Columns, { types, minSeverity, providers, ongoing }: GeoEventFilter, now: Date) {
  return [
    types && inArray(type, [...types]),
    minSeverity === undefined ? undefined : gte(severity, minSeverity),
    providers && inArray(by, [...providers]),
    ongoing === undefined ? undefined : ongoing ? or(isNull(endedAt), gt(endedAt, now)) : lte(endedAt, now),
  ];
}
