import { Service } from 'typedi';
import { arrayOverlaps, inArray, sql } from '../../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { geoEventTypes } from '../geo-event.js';
import { geoEvents } from '../geospatial.schema.js';

/** Searches geo events by title, description and type. */
@Service()
export class GeoEventSearch extends StoredSource {
  readonly type = 'geo_event';
  readonly title = 'The geo events';
  override readonly kinds = geoEventTypes;
  protected readonly table: SearchTable = {
    from: sql`${geoEvents}`,
    id: geoEvents.id,
    isLarge: true,
    title: geoEvents.title,
    text: geoEvents.description,
    lexemes: geoEvents.search,
    time: geoEvents.startedAt,
    severity: geoEvents.severity,
    // Only earthquakes are compared by magnitude; the magnitude of a storm or a fire is another quantity.
    magnitude: sql`case when ${geoEvents.type} = 'earthquake' then (${geoEvents.magnitude} ->> 'value')::float8 end`,
    lat: geoEvents.lat,
    lon: geoEvents.lon,
    source: geoEvents.provider,
    values: {
      kind: (values) => inArray(geoEvents.type, [...values]),
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
