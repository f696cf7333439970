import type { ConditionResult } from '../engine/alert-transition.js';
import type { Alert } from './alert.js';
import { pathOf } from './record-path.js';

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
