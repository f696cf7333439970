import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, isNotNull, isNull, type SQL, sql } from '../../../database/drizzle.js';
import { inOrder } from '../../../database/order-by.js';
import { timesOf } from '../events/event-search.repository.js';
import { eventOf, storedColumns } from '../events/geo-event.repository.js';
import type { StoredEvent } from '../events/stored-event.js';
import { calledPort, callingVessel, geoEvents, isPortCall } from '../geospatial.schema.js';
import type { ListedPort } from '../reference/port-list.js';
import type { StartCursor } from '../scan-area.js';
import type { PortCallFilter } from './port-call.js';

/** Reads port calls from the stored events, by indexes of the port and of the vessel in the order of arrival. */
@Service()
export class PortCallsRepository {
  constructor(private readonly database: Database) {}

  /** Lists at most `limit` calls at one position of a port, in the order of the filter, after the cursor `after`. */
  atPort(
    { name, lat, lon }: ListedPort,
    filter: PortCallFilter,
    limit: number,
    after?: StartCursor,
  ): Promise<StoredEvent[]> {
    const [port, portLat, portLon] = calledPort(geoEvents.details);
    const isThere = sql`${port} = ${name} and ${portLat} = ${String(lat)} and ${portLon} = ${String(lon)}`;
    return this.list(isThere, filter, limit, after);
  }

  /** Lists at most `limit` calls of a vessel, in the order of the filter, after the cursor `after`. */
  ofVessel(entity: string, filter: PortCallFilter, limit: number, after?: StartCursor): Promise<StoredEvent[]> {
    return this.list(sql`${callingVessel(geoEvents.entities)} = ${entity}`, filter, limit, after);
  }

  private async list(
    condition: SQL,
    { ongoing, order = 'desc', ...times }: PortCallFilter,
    limit: number,
    after?: StartCursor,
  ): Promise<StoredEvent[]> {
    const rows = await this.database.orm
      .select(storedColumns)
      .from(geoEvents)
      .where(
        and(
          isPortCall(geoEvents),
          condition,
          ...timesOf(geoEvents, { ...times, order }, after),
          ongoing === undefined ? undefined : ongoing ? isNull(geoEvents.endedAt) : isNotNull(geoEvents.endedAt),
        ),
      )
      .orderBy(inOrder(geoEvents.startedAt, order), inOrder(geoEvents.id, order))
      .limit(limit);
    return rows.map(eventOf);
  }
}
