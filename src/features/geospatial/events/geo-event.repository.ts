import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { arrayOverlaps, eq, getTableColumns, inArray, sql } from '../../../database/drizzle.js';
import { RowInsertion } from '../../../database/row-insertion.js';
import type { GeoEventType } from '../geo-event.js';
import { geoEvents } from '../geospatial.schema.js';
import type { StoredEvent } from './stored-event.js';

/** Number of the advisory lock that a transaction holds while it changes events; arbitrary but unique. */
const EVENTS_LOCK = 7_221_003;

const { search: _lexemes, ...columns } = getTableColumns(geoEvents);
/** The columns of an event that are selected; the lexemes for the search are not needed. */
export const storedColumns = columns;
type Row = Omit<typeof geoEvents.$inferSelect, 'search'>;

export const eventOf = ({ lat, lon, ...row }: Row): StoredEvent => ({
  ...row,
  type: row.type as GeoEventType,
  position: { lat, lon },
});

const rowOf = ({ position: { lat, lon }, ...event }: StoredEvent): typeof geoEvents.$inferInsert => ({
  ...event,
  lat,
  lon,
});

const { id: _, createdAt: __, ...revised } = storedColumns;
/** Inserts events, or replaces all columns except the id and the time of creation. */
const upsert = new RowInsertion<ReturnType<typeof rowOf>>(
  geoEvents,
  `on conflict (id) do update set ${Object.values(revised).map(({ name }) => `"${name}" = excluded."${name}"`)}`,
);

/** Reads and writes geo events by their names. `EventSearchRepository` searches them for API requests. */
@Service()
export class GeoEventRepository {
  constructor(private readonly database: Database) {}

  /** Waits until no other transaction changes events, and locks them until this transaction ends. */
  async lock(): Promise<void> {
    await this.database.query('select pg_advisory_xact_lock($1)', [EVENTS_LOCK]);
  }

  /** Returns the events that have one of the names. @param names as `<provider>:<key>` */
  async named(names: readonly string[]): Promise<StoredEvent[]> {
    const rows = await this.database.orm
      .select(storedColumns)
      .from(geoEvents)
      .where(arrayOverlaps(geoEvents.names, [...names]));
    return rows.map(eventOf);
  }

  /** Returns the earthquakes that started within `withinMs` of one of the times. */
  async earthquakesAt(times: readonly Date[], withinMs: number): Promise<StoredEvent[]> {
    const near = sql`${geoEvents.id} in (
      select near.id from unnest(${sql.param(times.map((time) => time.toISOString()))}::timestamptz[]) as at
      cross join lateral (
        select id from ${geoEvents} as e where e.type = 'earthquake'
        and e.started_at between at - ${withinMs} * interval '1 millisecond' and at + ${withinMs} * interval '1 millisecond'
      ) as near
    )`;
    return (await this.database.orm.select(storedColumns).from(geoEvents).where(near)).map(eventOf);
  }

  /** Returns the ongoing events of a provider. */
  async ongoing(provider: string): Promise<StoredEvent[]> {
    const rows = await this.database.orm
      .select(storedColumns)
      .from(geoEvents)
      .where(sql`${eq(geoEvents.provider, provider)} and ${geoEvents.endedAt} is null`);
    return rows.map(eventOf);
  }

  /** Inserts or replaces events. */
  async write(events: readonly StoredEvent[]): Promise<void> {
    if (events.length > 0) await this.database.orm.execute(upsert.of(events.map(rowOf)));
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.database.orm.delete(geoEvents).where(inArray(geoEvents.id, [...ids]));
  }

  /**
   * Deletes up to `limit` events of the types that started, ended and last changed before a time.
   * @returns the number of deleted events
   */
  async deleteEnded(types: readonly GeoEventType[], before: Date, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `delete from geo_events where id in (
        select id from geo_events where type = any($1) and started_at < $2 and reported_at < $2 and ended_at < $2
        order by started_at limit $3
      )`,
      [types, before.toISOString(), limit],
    );
    return rowCount ?? 0;
  }

  /**
   * Deletes ongoing events of the types that last changed before a time, except the `most` latest of each provider.
   * @returns the number of deleted events
   */
  async deleteOldOngoing(types: readonly GeoEventType[], before: Date, most: number): Promise<number> {
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
