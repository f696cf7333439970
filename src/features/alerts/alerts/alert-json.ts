import type { ConditionResult, RecordReference } from '../engine/alert-transition.js';
import type { Alert } from './alert.js';

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
  screen: (id) => `/api/v1/markets/screens/${id}`,
  feed: () => '/api/v1/health/feeds',
};

/**
 * Returns the path of a record, relative to the host; null if the API has no operation for its type.
 * @param id id without its type, or with it: `vessel:219024336`
 */
function pathOf({ type, id }: RecordReference): string | null {
  const bare = id.startsWith(`${type}:`) ? id.slice(type.length + 1) : id;
  return Object.hasOwn(paths, type) ? (paths[type] as (id: string) => string)(encodeURIComponent(bare)) : null;
}

/** Maximum number of records that are shown for a leaf. */
const MAX_RECORDS = 100;

const time = (at: Date | null) => at?.toISOString() ?? null;

/** The result of a leaf as responses and events show it. */
export const readingJson = ({ records, observedAt, details = {}, isTrue, ...reading }: ConditionResult) => ({
  ...reading,
  met: isTrue,
  observedAt: observedAt === null ? null : new Date(observedAt).toISOString(),
  records: records.slice(0, MAX_RECORDS).map((record) => ({ type: record.type, id: record.id, href: pathOf(record) })),
  details: Object.entries(details).map(([name, value]) => ({ name, value: String(value) })),
});

/** An alert as responses and events show it. */
export const alertFields = (alert: Alert) => ({
  id: alert.id,
  ruleId: alert.ruleId,
  ruleName: alert.ruleName,
  entity: alert.key === '' ? null : alert.key,
  entityName: alert.entityName,
  state: alert.state,
  severity: alert.severity,
  title: alert.title,
  startedAt: alert.startedAt.toISOString(),
  firedAt: time(alert.firedAt),
  acknowledgedAt: time(alert.acknowledgedAt),
  snoozedUntil: time(alert.snoozedUntil),
  resolvedAt: time(alert.resolvedAt),
  resolvedReason: alert.resolvedReason,
  groupId: alert.groupId,
  symbols: alert.symbols,
  entities: alert.entities,
  tags: alert.tags,
  assigneeId: alert.assigneeId,
  place: alert.place,
  held: alert.held,
  updatedAt: alert.updatedAt.toISOString(),
  version: alert.version,
});

/** The part of an event's data that comes from the alert. */
export const alertJson = (alert: Alert) => ({
  alert: alertFields(alert),
  explanation: alert.explanation.map(readingJson),
});
