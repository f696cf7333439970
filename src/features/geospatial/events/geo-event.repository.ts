import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { arrayOverlaps, eq, getTableColumns, inArray, sql } from '../../../database/drizzle.js';
import type { GeoEventType } from '../geo-event.js';
import { geoEvents } from '../geospatial.schema.js';
import type { StoredEvent } from './stored-event.js';

/** Held by whoever changes events. Any number will do, as long as it is always the same and nobody else's. */
const EVENTS_LOCK = 7_221_003;

type Row = typeof geoEvents.$inferSelect;

export const eventOf = ({ lat, lon, ...row }: Row): StoredEvent => ({ ...row, type: row.type as GeoEventType, position: { lat, lon } });

const rowOf = ({ position: { lat, lon }, ...event }: StoredEvent): typeof geoEvents.$inferInsert => ({ ...event, lat, lon });

const { id: _, createdAt: __, ...revised } = getTableColumns(geoEvents);
/** All but what stays. */
const asGiven = Object.fromEntries(Object.entries(revised).map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]));

/** Events of the world, as they are written; event-search.repository.ts reads them for callers. */
@Service()
export class GeoEventRepository {
  constructor(private readonly database: Database) {}

  /** Nobody else, in whatever process, changes events until the transaction ends. */
  async lock(): Promise<void> {
    await this.database.query('select pg_advisory_xact_lock($1)', [EVENTS_LOCK]);
  }

  /** @param names as `<provider>:<name>` */
  async named(names: readonly string[]): Promise<StoredEvent[]> {
    const rows = await this.database.orm
      .select()
      .from(geoEvents)
      .where(arrayOverlaps(geoEvents.names, [...names]));
    return rows.map(eventOf);
  }

  /** Earthquakes that began within `withinMs` of one of the times. */
  async earthquakesAt(times: readonly Date[], withinMs: number): Promise<StoredEvent[]> {
    const near = sql`${geoEvents.id} in (
      select near.id from unnest(${sql.param(times.map((time) => time.toISOString()))}::timestamptz[]) as at
      cross join lateral (
        select id from ${geoEvents} as e where e.type = 'earthquake'
        and e.started_at between at - ${withinMs} * interval '1 millisecond' and at + ${withinMs} * interval '1 millisecond'
      ) as near
    )`;
    return (await this.database.orm.select().from(geoEvents).where(near)).map(eventOf);
  }

  /** Those of a provider that go on. */
  async ongoing(provider: string): Promise<StoredEvent[]> {
    const rows = await this.database.orm
      .select()
      .from(geoEvents)
      .where(sql`${eq(geoEvents.provider, provider)} and ${geoEvents.endedAt} is null`);
    return rows.map(eventOf);
  }

  /** Puts them in place of what they were, or anew. */
  async write(events: readonly StoredEvent[]): Promise<void> {
    if (events.length > 0) await this.database.orm.insert(geoEvents).values(events.map(rowOf)).onConflictDoUpdate({ target: geoEvents.id, set: asGiven });
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.database.orm.delete(geoEvents).where(inArray(geoEvents.id, [...ids]));
  }

  /** Removes at most `limit` of the types that began, were over and were last changed before a time. @returns how many */
  async forget(types: readonly GeoEventType[], before: Date, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `delete from geo_events where id in (
        select id from geo_events where type = any($1) and started_at < $2 and reported_at < $2 and ended_at < $2
        order by started_at limit $3
      )`,
      [types, before.toISOString(), limit],
    );
    return rowCount ?? 0;
  }

  /** Of those of the types that go on but were last changed before a time, removes all but the `most` latest of each provider. @returns how many */
  async forgetOngoing(types: readonly GeoEventType[], before: Date, most: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `delete from geo_events where id in (
        select id from (
          select id, row_number() over (partition by provider order by reported_at desc, id desc) as place
          from geo_events where ended_at is null and type = any($1) and started_at < $2 and reported_at < $2
        ) as old where place > $3
      )`,
      [types, before.toISOString(), most],
    );
    return rowCount ?? 0;
  }
}
