import { EventType, type Facets } from '../../../events/event-type.js';
import { Dto, Field } from '../../../openapi/field.js';
import { choice, integer, nullable, object, text, timestamp, uuid } from '../../../openapi/rules.js';
import { PositionDto } from '../position.dto.js';
import { type TransitionReason, transitionReasons } from './transition.js';

/** As `entityOf` writes it. */
export const entityPattern = /^(?:vessel:\d{9}|aircraft:~?[0-9a-f]{6})$/;

@Dto('Something came into a geofence, left it, or stayed.')
export class GeofenceTransitionDto {
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

  @Field('The source of its latest report; `simulator` is made up and never real.', text(1, 50), { example: 'ais' })
  provider!: string;
}

const facets = ({ geofenceId, entity, position }: GeofenceTransitionDto): Facets => ({
  keys: [`geofence:${geofenceId}`, entity],
  severity: 2,
  place: position === null ? undefined : { latitude: position.lat, longitude: position.lon },
});

const typed = (type: string, description: string) =>
  new EventType({
    type: `geofence.${type}`,
    description,
    data: GeofenceTransitionDto,
    subject: 'geofence:01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    audience: 'owner',
    tag: 'geospatial',
    facets,
  });

export const geofenceEntered = typed('entered', 'A ship or an aircraft has come into one of your geofences.');
export const geofenceExited = typed('exited', 'A ship or an aircraft has left one of your geofences, or is counted out of it: the reason says which.');
export const geofenceDwelled = typed('dwelled', 'A ship or an aircraft has been inside one of your geofences for as long as its policy says; once a stay.');
