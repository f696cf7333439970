import type { LoggedEvent } from '../../../../events/logged-event.js';
import { PageQuery, pageOf } from '../../../../http/page.js';
import { Dto, Field } from '../../../../openapi/field.js';
import { choice, flag, list, nullable, object, optional, text, timeOrDay, timestamp, uuid } from '../../../../openapi/rules.js';
import { degrees } from '../../geojson.js';
import { entityOf } from '../../layer.js';
import { PositionDto } from '../../position.dto.js';
import { entityPattern, GeofenceTransitionDataDto } from '../geofences.events.js';
import { type TransitionType, transitionTypes } from '../transition.js';
import type { GeofenceMember } from './fence-history.service.js';

const entity = () => text(13, 18, entityPattern);
/** The rule and the description of a field with the type of a transition. */
export const transitionType = () => choice(transitionTypes);
export const transitionTypeText = '`entered`, `exited`, or `dwelled`: stayed for as long as the policy says.';

@Dto('Something that is inside a geofence.')
export class GeofenceMemberDto {
  @Field('Who: `vessel:` with an MMSI, or `aircraft:` with a 24-bit address.', entity(), { example: 'vessel:219024336' })
  entity!: string;

  @Field('The name of the ship or the callsign of the aircraft; null when it is not known.', nullable(text(1, 100)), { example: 'EVER GIVEN' })
  name!: string | null;

  @Field('Since when (UTC): its first report inside, or when the fence was made around it.', timestamp())
  since!: string;

  @Field('Whether its stay was told already as long enough.', flag(), { example: false })
  dwelled!: boolean;

  @Field('Where it is; null when that is not known.', nullable(object(() => PositionDto)))
  position!: PositionDto | null;

  @Field('When it was there (UTC); null when that is not known.', nullable(timestamp()))
  observedAt!: string | null;

  @Field('The source of its latest report, `simulator` being made up and never real; null when it is not in the live picture.', nullable(text(1, 50)), {
    example: 'ais',
  })
  provider!: string | null;

  static from({ layer, key, name, since, dwelled, position, provider }: GeofenceMember): GeofenceMemberDto {
    return Object.assign(new GeofenceMemberDto(), {
      entity: entityOf(layer, key),
      name: name === null || name === '' ? null : name.slice(0, 100),
      since: since.toISOString(),
      dwelled,
      position: position === undefined ? null : { lat: degrees(position.lat), lon: degrees(position.lon) },
      observedAt: position === undefined ? null : new Date(position.observedAt).toISOString(),
      provider,
    });
  }
}

export const GeofenceMemberPageDto = pageOf(GeofenceMemberDto, 'GeofenceMemberPageDto', 'A page of what is inside a geofence.');

@Dto('What happened at a geofence.')
export class GeofenceTransitionDto extends GeofenceTransitionDataDto {
  @Field('The event, as in `GET /timeline/{id}`.', uuid(), { identity: true })
  id!: string;

  @Field(transitionTypeText, transitionType(), { example: 'entered', identity: true })
  type!: TransitionType;

  static from({ id, type, data }: LoggedEvent): GeofenceTransitionDto {
    // One by one: the database keeps them in an order of its own.
    const { geofenceId, geofenceName, entity, position, occurredAt, reason, enteredAt, staySeconds, provider, ...origin } =
      data as unknown as GeofenceTransitionDataDto;
    const told = {
      geofenceId,
      geofenceName,
      entity,
      position,
      occurredAt,
      reason,
      enteredAt,
      staySeconds,
      provider,
      simulated: origin.simulated,
      derivedFrom: origin.derivedFrom,
    };
    return { id, type: type.slice('geofence.'.length) as TransitionType, ...told };
  }
}

export const GeofenceTransitionPageDto = pageOf(GeofenceTransitionDto, 'GeofenceTransitionPageDto', 'A page of what happened at a geofence, latest first.');

@Dto('Which of the things that happened at a geofence.')
export class GeofenceTransitionsQuery extends PageQuery {
  @Field('Only transitions at this time or later. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    omitFromExample: true,
    example: '2026-11-20T00:00:00Z',
  })
  from?: string;

  @Field('Only transitions before this time. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    omitFromExample: true,
    example: '2026-11-21T00:00:00Z',
  })
  to?: string;

  @Field(`Only these. ${transitionTypeText}`, optional(list(transitionType(), transitionTypes.length, 1)), {
    omitFromExample: true,
    example: ['entered', 'exited'],
  })
  type?: TransitionType[];
}
