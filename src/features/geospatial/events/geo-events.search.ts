import { Service } from 'typedi';
import { arrayOverlaps, inArray, sql } from '../../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { geoEvents } from '../geospatial.schema.js';

/** Searches geo events by title, description and type. */
@Service()
export class GeoEventSearch extends StoredSource {
  readonly type = 'geo_event';
  readonly title = 'The geo events';
  protected readonly table: SearchTable = {
    from: sql`${geoEvents}`,
    id: geoEvents.id,
    isLarge: true,
    title: geoEvents.title,
    text: geoEvents.description,
    lexemes: geoEvents.search,
    time: geoEvents.startedAt,
    severity: geoEvents.severity,
    lat: geoEvents.lat,
    lon: geoEvents.lon,
    source: geoEvents.provider,
    values: {
      entity: (values) => arrayOverlaps(geoEvents.entities, [...values]),
      source: (values) => inArray(geoEvents.provider, [...values]),
    },
    visible: () => [sql`true`],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/geospatial/events/${id}`;
  }
}
