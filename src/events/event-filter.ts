import type { EventFilter } from './event-log.js';
import { meets } from './field-condition.js';
import { type LoggedEvent, severityOf } from './logged-event.js';

/** Returns true if an event matches a filter: the same condition as `conditionsOf`, evaluated in memory. */
export function matchesFilter(
  { types, keys = [], minSeverity, bbox, fields = [], endpointId, isQuiet, from, to }: EventFilter,
  event: LoggedEvent,
): boolean {
  if (types !== undefined && !types.includes(event.type)) return false;
  if (minSeverity !== undefined && severityOf(event) < minSeverity) return false;
  if (endpointId !== undefined && !event.endpointIds?.includes(endpointId)) return false;
  if (isQuiet !== undefined && (event.isQuiet ?? false) !== isQuiet) return false;
  if (from !== undefined && event.time < from) return false;
  if (to !== undefined && event.time >= to) return false;
  if (bbox !== undefined && !isWithin(bbox, event)) return false;
  if (!fields.every((condition) => meets(condition, event.data))) return false;
  return keys.every((alternatives) => alternatives.some((key) => event.keys.includes(key)));
}

function isWithin(
  { west, south, east, north }: NonNullable<EventFilter['bbox']>,
  { latitude, longitude }: LoggedEvent,
): boolean {
  if (latitude === null || longitude === null || latitude < south || latitude > north) return false;
  return west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east;
}
