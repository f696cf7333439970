import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, desc, isNotNull, isNull, type SQL, sql } from '../../../database/drizzle.js';
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

  /** Lists at most `limit` calls at one position of a port, latest arrival first, after the cursor `after`. */
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

  /** Lists at most `limit` calls of a vessel, latest arrival first, after the cursor `after`. */
  ofVessel(entity: string, filter: PortCallFilter, limit: number, after?: StartCursor): Promise<StoredEvent[]> {
    return this.list(sql`${callingVessel(geoEvents.entities)} = ${entity}`, filter, limit, after);
  }

  private async list(
    condition: SQL,
    { ongoing, ...times }: PortCallFilter,
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
          ...timesOf(geoEvents, times, after),
          ongoing === undefined ? undefined : ongoing ? isNull(geoEvents.endedAt) : isNotNull(geoEvents.endedAt),
        ),
      )
      .orderBy(desc(geoEvents.startedAt), desc(geoEvents.id))
      .limit(limit);
    return rows.map(eventOf);
  }
}
