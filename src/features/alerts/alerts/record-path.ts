import type { RecordReference } from '../engine/alert-transition.js';

/** Path of the API operation that returns a record, by type of record. */
const paths: Readonly<Record<string, (id: string) => string>> = {
  symbol: (id) => `/api/v1/markets/quotes/${id}`,
  vessel: (id) => `/api/v1/geospatial/vessels/${id}`,
  aircraft: (id) => `/api/v1/geospatial/aircraft/${id}`,
  geofence: (id) => `/api/v1/geospatial/geofences/${id}`,
  geo_event: (id) => `/api/v1/geospatial/events/${id}`,
  event: (id) => `/api/v1/timeline/${id}`,
  article: (id) => `/api/v1/news/${id}`,
  portfolio: (id) => `/api/v1/portfolios/${id}`,
  saved_search: (id) => `/api/v1/search/saved/${id}`,
  feed: () => '/api/v1/health/feeds',
};

/**
 * Returns the path of a record, relative to the host; null if the API has no operation for its type.
 * @param id id without its type, or with it: `vessel:219024336`
 */
export function pathOf({ type, id }: RecordReference): string | null {
  const bare = id.startsWith(`${type}:`) ? id.slice(type.length + 1) : id;
  return Object.hasOwn(paths, type) ? (paths[type] as (id: string) => string)(encodeURIComponent(bare)) : null;
}
