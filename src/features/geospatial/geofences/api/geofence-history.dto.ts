import { answerOf } from '../../../../api/answer.js';
import { Dto, Field } from '../../../../api/field.js';
import {
  choice,
  flag,
  list,
  nullable,
  object,
  optional,
  text,
  timeOrDay,
  timestamp,
  uuid,
} from '../../../../api/rules.js';
import type { LoggedEvent } from '../../../../events/logged-event.js';
import { degrees } from '../../../../http/geojson.js';
import { OrderField, PageQuery, pageOf } from '../../../../http/page.js';
import type { Order } from '../../../../time/sort-order.js';
import { entityOf } from '../../layer.js';
import { PositionDto } from '../../position.dto.js';
import { entityPattern, GeofenceTransitionDataDto } from '../geofences.events.js';
import { type TransitionType, transitionTypes } from '../transition.js';
import type { GeofenceMember } from './fence-history.service.js';

const entity = () => text(13, 18, entityPattern);
/** Rule and description of a field with the type of a transition. */
export const transitionType = () => choice(transitionTypes);
export const transitionTypeText = '`entered`; `exited`; `dwelled`, stayed inside for `dwellSeconds`.';

@Dto('A vessel or aircraft that is inside a geofence.')
export class GeofenceMemberDto {
  @Field('The object: `vessel:` with an MMSI, or `aircraft:` with a 24-bit address.', entity(), {
    example: 'vessel:219024336',
  })
  entity!: string;

  @Field('The name of the vessel or the callsign of the aircraft; null if unknown.', nullable(text(1, 100)), {
    example: 'EVER GIVEN',
  })
  name!: string | null;

  @Field(
    'When it entered (UTC): the time of its first report inside, or when the geofence was created or changed ' +
      'around it.',
    timestamp(),
  )
  since!: string;

  @Field('Whether `geofence.dwelled` was published for this stay.', flag(), { example: false })
  dwelled!: boolean;

  @Field('Its latest position; null if unknown.', nullable(object(() => PositionDto)))
  position!: PositionDto | null;

  @Field('When that position was reported (UTC); null if unknown.', nullable(timestamp()))
  observedAt!: string | null;

  @Field(
    'The provider of its latest report, `simulator` for simulated data; null if it has no live state.',
    nullable(text(1, 50)),
    {
      example: 'ais',
    },
  )
  provider!: string | null;

  static from({ layer, key, name, position, ...geofenceMember }: GeofenceMember): GeofenceMemberDto {
    return answerOf(GeofenceMemberDto, {
      ...geofenceMember,
      entity: entityOf(layer, key),
      name: name === null || name === '' ? null : name.slice(0, 100),
      position: position === undefined ? null : { lat: degrees(position.lat), lon: degrees(position.lon) },
      observedAt: position === undefined ? null : new Date(position.observedAt).toISOString(),
    });
  }
}

export const GeofenceMemberPageDto = pageOf(
  GeofenceMemberDto,
  'GeofenceMemberPageDto',
  'A page of the members of a geofence.',
);

@Dto('One entry, exit or dwell at a geofence.')
export class GeofenceTransitionDto extends GeofenceTransitionDataDto {
  @Field('The id of the event, as in `GET /timeline/{id}`.', uuid(), { identity: true })
  id!: string;

  @Field(transitionTypeText, transitionType(), { example: 'entered', identity: true })
  type!: TransitionType;

  static from({ id, type, data }: LoggedEvent): GeofenceTransitionDto {
    // The fields are copied one by one into their documented order, because the database returns them in another.
    const {
      geofenceId,
      geofenceName,
      entity,
      entityName,
      position,
      occurredAt,
      reason,
      enteredAt,
      staySeconds,
      provider,
      ...origin
    } = data as unknown as GeofenceTransitionDataDto;
    const transition = {
      geofenceId,
      geofenceName,
      entity,
      // Older events have no name.
      ...(entityName !== undefined && { entityName }),
      position,
      occurredAt,
      reason,
      enteredAt,
      staySeconds,
      provider,
      simulated: origin.simulated,
      derivedFrom: origin.derivedFrom,
    };
    return { id, type: type.slice('geofence.'.length) as TransitionType, ...transition };
  }
}

export const GeofenceTransitionPageDto = pageOf(
  GeofenceTransitionDto,
  'GeofenceTransitionPageDto',
  'A page of the transitions at a geofence, latest first.',
);

@Dto('Filters for the transitions at a geofence.')
export class GeofenceTransitionsQuery extends PageQuery {
  @OrderField('by the time of the transition', 'desc')
  order: Order = 'desc';

  @Field(
    'Only transitions at this time or later. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      omitFromExample: true,
      example: '2026-11-20T00:00:00Z',
    },
  )
  from?: string;

  @Field('Only transitions before this time. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    omitFromExample: true,
    example: '2026-11-21T00:00:00Z',
  })
  to?: string;

  @Field(
    `Only transitions of these types: ${transitionTypeText}`,
    optional(list(transitionType(), transitionTypes.length, 1)),
    {
      omitFromExample: true,
      example: ['entered', 'exited'],
    },
  )
  type?: TransitionType[];
}
