import { degrees } from '../../../http/geojson.js';
import { SIMULATOR } from '../data-origin.js';
import { entityOf } from '../layer.js';
import type { GeofenceTransitionDataDto } from './geofences.events.js';
import type { SourcedTransition } from './transition-providers.service.js';

/** Returns the data of the event that publishes a transition. */
export function transitionData({
  fence,
  layer,
  key,
  position,
  time,
  reason,
  enteredAt,
  provider,
  name,
}: SourcedTransition): GeofenceTransitionDataDto {
  return {
    geofenceId: fence.id,
    geofenceName: fence.name,
    entity: entityOf(layer, key),
    entityName: name,
    position: position === null ? null : { lat: degrees(position.lat), lon: degrees(position.lon) },
    occurredAt: new Date(time).toISOString(),
    reason,
    enteredAt: new Date(enteredAt).toISOString(),
    staySeconds: Math.max(0, Math.round((time - enteredAt) / 1000)),
    provider,
    simulated: provider === SIMULATOR,
    derivedFrom: [{ provider, record: entityOf(layer, key) }],
  };
}
