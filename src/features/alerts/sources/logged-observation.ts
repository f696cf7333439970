import { type LoggedEvent, severityOf } from '../../../events/logged-event.js';
import type { GeoEventChangedDto } from '../../geospatial/events/geo-event.events.js';
import { geoEventLogTypes } from '../../geospatial/events/geo-event.events.js';
import {
  type GeofenceTransitionDataDto,
  geofenceDwelled,
  geofenceEntered,
  geofenceExited,
} from '../../geospatial/geofences/geofences.events.js';
import type { LogEventObservation, Observation } from '../engine/observation.js';

const transitions: Readonly<Record<string, 'enter' | 'exit' | 'dwell'>> = {
  [geofenceEntered.type]: 'enter',
  [geofenceExited.type]: 'exit',
  [geofenceDwelled.type]: 'dwell',
};
const geoEventTypes = new Set(Object.values(geoEventLogTypes).map(({ type }) => type));

/** The types of events that conditions observe. */
export const observedTypes: readonly string[] = [...Object.keys(transitions), ...geoEventTypes];

/**
 * Converts an event of the log to an observation for conditions; undefined for events of other types.
 * @param shipTypeOf returns the current ship type of a vessel
 */
export function loggedObservation(
  event: LoggedEvent,
  shipTypeOf: (entity: string) => string | null,
): Observation | undefined {
  const transition = transitions[event.type];
  if (transition !== undefined) {
    const { geofenceId, entity, occurredAt, reason, staySeconds } = event.data as unknown as GeofenceTransitionDataDto;
    const at = Date.parse(occurredAt);
    return {
      kind: 'transition',
      geofenceId,
      entity,
      transition,
      reason,
      staySeconds,
      shipType: shipTypeOf(entity),
      at,
      eventId: event.id,
    };
  }
  if (!geoEventTypes.has(event.type)) return undefined;
  const { change, eventId, type, severity, position } = event.data as unknown as GeoEventChangedDto;
  if (change === 'ended') return undefined;
  return {
    kind: 'geo_event',
    eventId,
    logId: event.id,
    type,
    severity,
    lat: position.lat,
    lon: position.lon,
    at: event.time.getTime(),
  };
}

/** Converts an event of the log to an observation for conditions that count events. */
export function countedEvent(event: LoggedEvent): LogEventObservation {
  const { id, type, audience, ownerId, keys, latitude, longitude, time } = event;
  return {
    kind: 'log_event',
    eventId: id,
    type,
    audience,
    ownerId,
    keys,
    severity: severityOf(event),
    lat: latitude,
    lon: longitude,
    at: time.getTime(),
  };
}
