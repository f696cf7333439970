import { EventType, type Facets } from '../../../events/event-type.js';
import { Dto, Field } from '../../../openapi/field.js';
import { choice, flag, integer, list, nullable, object, optional, text, timestamp, uuid } from '../../../openapi/rules.js';
import type { SourceRecord } from '../data-origin.js';
import { PositionDto } from '../position.dto.js';
import { SourceRecordDto } from '../source-record.dto.js';
import { type TransitionReason, transitionReasons } from './transition.js';

/** As `entityOf` writes it. */
export const entityPattern = /^(?:vessel:\d{9}|aircraft:~?[0-9a-f]{6})$/;

@Dto('Something came into a geofence, left it, or stayed.')
export class GeofenceTransitionDataDto {
  @Field('The fence.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  geofenceId!: string;

  @Field('Its name at the time.', text(1, 100), { example: 'Maasvlakte' })
  geofenceName!: string;

  @Field('Who: `vessel:` with an MMSI, or `aircraft:` with a 24-bit address.', text(13, 18, entityPattern), { example: 'vessel:219024336' })
  entity!: string;

  @Field('Where it was by its latest report; null when that is not known any more.', nullable(object(() => PositionDto)), {
    example: { lat: 51.95, lon: 4.05 },
  })
  position!: PositionDto | null;

  @Field('When it was (UTC): of what a report shows, the time of that report.', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  occurredAt!: string;

  @Field(
    'Why: `crossed`, by its own movement; `appeared`, its first report was inside; `inside_at_creation`, it was there before the fence; `fence_moved`, a moving fence came over it or went away; ' +
      '`lost`, it no longer reports; `fence_changed`, `fence_ended`, you have it so (or it has expired); `entity_lost`, what the fence is around no longer reports; `stayed`, for as long as the policy says.',
    choice(transitionReasons),
    { example: 'crossed' },
  )
  reason!: TransitionReason;

  @Field('Since when it is or was inside (UTC): its first report inside.', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  enteredAt!: string;

  @Field('How long it had been inside by then, in seconds.', integer(0, 2_147_483_647), { example: 0 })
  staySeconds!: number;

  @Field('The source of its latest report; `simulator` for simulated data, `recording` for a recording whose times are shifted to now.', text(1, 50), {
    example: 'ais',
  })
  provider!: string;

  @Field('True where that report is simulated; absent in events of before this was said.', optional(flag()), { example: false })
  simulated?: boolean;

  @Field(
    'The record that the transition was derived from, with its provider; absent in events of before this was said.',
    optional(
      list(
        object(() => SourceRecordDto),
        20,
      ),
    ),
    { example: [{ provider: 'ais', record: 'vessel:219024336' }] },
  )
  derivedFrom?: SourceRecord[];
}

const facets = ({ geofenceId, entity, position }: GeofenceTransitionDataDto): Facets => ({
  keys: [`geofence:${geofenceId}`, entity],
  place: position === null ? undefined : { latitude: position.lat, longitude: position.lon },
});

/** What the examples have in common: one stay of one ship. */
const stay = {
  ...{ geofenceId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', geofenceName: 'Maasvlakte', entity: 'vessel:219024336' },
  ...{ enteredAt: '2026-11-20T23:15:00.000Z', provider: 'ais' },
};

const typed = (type: string, description: string, example: Pick<GeofenceTransitionDataDto, 'occurredAt' | 'reason' | 'staySeconds' | 'position'>) =>
  new EventType({
    type: `geofence.${type}`,
    description,
    data: GeofenceTransitionDataDto,
    example: { ...stay, ...example },
    subject: 'geofence:01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    audience: 'owner',
    severities: [2],
    tag: 'geospatial',
    facets,
  });

export const geofenceEntered = typed('entered', 'A ship or an aircraft has come into one of your geofences.', {
  ...{ occurredAt: stay.enteredAt, reason: 'crossed', staySeconds: 0, position: { lat: 51.95, lon: 4.05 } },
});
export const geofenceExited = typed('exited', 'A ship or an aircraft has left one of your geofences, or is counted out of it: the reason says which.', {
  ...{ occurredAt: '2026-11-21T01:45:30.000Z', reason: 'crossed', staySeconds: 9_030, position: { lat: 51.99, lon: 3.98 } },
});
export const geofenceDwelled = typed('dwelled', 'A ship or an aircraft has been inside one of your geofences for as long as its policy says; once a stay.', {
  ...{ occurredAt: '2026-11-21T00:15:00.000Z', reason: 'stayed', staySeconds: 3_600, position: { lat: 51.96, lon: 4.03 } },
});
