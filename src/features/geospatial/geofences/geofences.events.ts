import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  nullable,
  object,
  objects,
  optional,
  text,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { durationWords, entityWords } from '../../../events/event-title.js';
import { EventType, type Facets } from '../../../events/event-type.js';
import type { SourceRecord } from '../data-origin.js';
import { PositionDto } from '../position.dto.js';
import { SourceRecordDto } from '../source-record.dto.js';
import { type TransitionReason, transitionReasons } from './transition.js';

/** The format of `entityOf`. */
export const entityPattern = /^(?:vessel:\d{9}|aircraft:~?[0-9a-f]{6})$/;

@Dto('A vessel or aircraft entered a geofence, exited it, or dwelled in it.')
export class GeofenceTransitionDataDto {
  @Field('Id of the geofence, as in `GET /geospatial/geofences/{id}`.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  geofenceId!: string;

  @Field('The name of the geofence at the time.', text(1, 100), { example: 'Maasvlakte' })
  geofenceName!: string;

  @Field('The object: `vessel:` with an MMSI, or `aircraft:` with a 24-bit address.', text(13, 18, entityPattern), {
    example: 'vessel:219024336',
  })
  entity!: string;

  @Field(
    'The name of the vessel, or the callsign of the aircraft; null if unknown; absent in older events.',
    optional(nullable(text(1, 100))),
    { example: 'EMMA' },
  )
  entityName?: string | null;

  @Field('The position of its latest report; null if unknown.', nullable(object(() => PositionDto)), {
    example: { lat: 51.95, lon: 4.05 },
  })
  position!: PositionDto | null;

  @Field('When it happened (UTC): the time of the report that shows it, else the time of the service.', timestamp(), {
    example: '2026-11-20T23:15:00.000Z',
  })
  occurredAt!: string;

  @Field(
    'Why: `crossed`, the object moved; `appeared`, its first report was inside; `inside_at_creation`, it was ' +
      'inside when the geofence was created, changed or active again; `fence_moved`, a moving geofence moved ' +
      'over it or away; ' +
      '`lost`, it no longer reports; `fence_changed`, the geofence was changed; `fence_ended`, the geofence ' +
      'was deleted or expired; `entity_lost`, the object that the geofence follows no longer reports; ' +
      '`stayed`, it was inside for `dwellSeconds`.',
    choice(transitionReasons),
    { example: 'crossed' },
  )
  reason!: TransitionReason;

  @Field('When it entered (UTC): the time of its first report inside.', timestamp(), {
    example: '2026-11-20T23:15:00.000Z',
  })
  enteredAt!: string;

  @Field('Time inside in seconds.', integer(0, 2_147_483_647), { example: 0 })
  staySeconds!: number;

  @Field(
    'The provider of its latest report; `simulator` for simulated data, `recording` for a recording whose ' +
      'times are shifted to now.',
    text(1, 50),
    {
      example: 'ais',
    },
  )
  provider!: string;

  @Field('Whether that report is simulated; absent in events from before version 0.2.', optional(flag()), {
    example: false,
  })
  simulated?: boolean;

  @Field(
    'The record that the transition was derived from, with its provider; absent in events from before version 0.2.',
    optional(objects(SourceRecordDto, 20)),
    { example: [{ provider: 'ais', record: 'vessel:219024336' }] },
  )
  derivedFrom?: SourceRecord[];
}

const facets = ({ geofenceId, entity, position }: GeofenceTransitionDataDto): Facets => ({
  keys: [`geofence:${geofenceId}`, entity],
  place: position === null ? undefined : { latitude: position.lat, longitude: position.lon },
});

/** The common part of the examples, which show one stay of one vessel. */
const stay = {
  geofenceId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  geofenceName: 'Maasvlakte',
  entity: 'vessel:219024336',
  entityName: 'EMMA',
  enteredAt: '2026-11-20T23:15:00.000Z',
  provider: 'ais',
};

const typed = (
  type: string,
  description: string,
  title: (data: GeofenceTransitionDataDto) => string,
  example: Pick<GeofenceTransitionDataDto, 'occurredAt' | 'reason' | 'staySeconds' | 'position'>,
) =>
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
    title,
  });

type Titled = Pick<GeofenceTransitionDataDto, 'entity' | 'entityName' | 'geofenceName' | 'reason' | 'staySeconds'>;
/** Reasons for which a stay ends although the object did not leave, as text for titles. */
const endsOfStays: Partial<Record<TransitionReason, string>> = {
  lost: 'it stopped reporting',
  fence_changed: 'the geofence was changed',
  fence_ended: 'the geofence ended',
  entity_lost: 'the object that the geofence follows stopped reporting',
};
const enteredTitle = ({ entity, entityName, geofenceName }: Titled) =>
  `${entityWords(entity, entityName)} entered ${geofenceName}`;
const exitedTitle = ({ entity, entityName, geofenceName, reason, staySeconds }: Titled) => {
  const [object, stay, end] = [entityWords(entity, entityName), durationWords(staySeconds), endsOfStays[reason]];
  return end === undefined
    ? `${object} left ${geofenceName} after ${stay}`
    : `${object} was in ${geofenceName} for ${stay} until ${end}`;
};
const dwelledTitle = ({ entity, entityName, geofenceName, staySeconds }: Titled) =>
  `${entityWords(entity, entityName)} has been in ${geofenceName} for ${durationWords(staySeconds)}`;

export const geofenceEntered = typed('entered', 'A vessel or aircraft entered one of your geofences.', enteredTitle, {
  occurredAt: stay.enteredAt,
  reason: 'crossed',
  staySeconds: 0,
  position: { lat: 51.95, lon: 4.05 },
});
export const geofenceExited = typed(
  'exited',
  'A vessel or aircraft exited one of your geofences; `reason` says why.',
  exitedTitle,
  {
    occurredAt: '2026-11-21T01:45:30.000Z',
    reason: 'crossed',
    staySeconds: 9_030,
    position: { lat: 51.99, lon: 3.98 },
  },
);
export const geofenceDwelled = typed(
  'dwelled',
  'A vessel or aircraft has been inside one of your geofences for `dwellSeconds`; once per stay.',
  dwelledTitle,
  {
    occurredAt: '2026-11-21T00:15:00.000Z',
    reason: 'stayed',
    staySeconds: 3_600,
    position: { lat: 51.96, lon: 4.03 },
  },
);
