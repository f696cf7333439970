import { Dto, Field } from '../../../api/field.js';
import { choice, flag, list, nullable, number, text, timestamp, uuid } from '../../../api/rules.js';
import { entityWords } from '../../../events/event-title.js';
import { EventType, type Facets } from '../../../events/event-type.js';

/** The property by which a vessel was recognized. */
export const matchedBy = ['imo', 'mmsi', 'name'] as const;

@Dto('A vessel on a sanctions list entered a geofence.')
export class SanctionsMatchDataDto {
  @Field('Id of the geofence, as in `GET /geospatial/geofences/{id}`.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  geofenceId!: string;

  @Field('The name of the geofence at the time.', text(1, 100), { example: 'Maasvlakte' })
  geofenceName!: string;

  @Field('The vessel, `vessel:` with its MMSI.', text(16, 16, /^vessel:\d{9}$/, 'a key such as vessel:636013272'), {
    example: 'vessel:636013272',
  })
  entity!: string;

  @Field('The name that the vessel sends; null if unknown.', nullable(text(1, 100)), { example: 'NS LEADER' })
  vesselName!: string | null;

  @Field('Latitude of its latest report in degrees; null if unknown.', nullable(number(-90, 90)), { example: 51.95 })
  lat!: number | null;

  @Field('Longitude of its latest report in degrees; null if unknown.', nullable(number(-180, 180)), { example: 4.05 })
  lon!: number | null;

  @Field('When it entered (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  occurredAt!: string;

  @Field('The entry of the list, as in `GET /osint/entities/{entity}`.', text(1, 250), {
    example: 'sanctioned:ofac:47371',
  })
  listedEntity!: string;

  @Field('The name of the entry.', text(1, 400), { example: 'NS LEADER' })
  listedName!: string;

  @Field('The provider of the list; `simulator` for the made-up one.', text(1, 50), { example: 'ofac' })
  list!: string;

  @Field('The sanctions programs of the entry.', list(text(1, 200), 50), { example: ['RUSSIA-EO14024'] })
  programs!: string[];

  @Field(
    'Property by which the vessel was recognized. A name alone counts only where the list has no number ' +
      'of the vessel.',
    choice(matchedBy),
    { example: 'imo' },
  )
  matchedBy!: (typeof matchedBy)[number];

  @Field('The score of the match, from 0.95 to 1; 1 for a number.', number(0, 1), { example: 1 })
  score!: number;

  @Field('Whether the list or the report of the vessel is simulated.', flag(), { example: false })
  simulated!: boolean;
}

const facets = ({ geofenceId, entity, listedEntity, lat, lon }: SanctionsMatchDataDto): Facets => ({
  keys: [`geofence:${geofenceId}`, entity, listedEntity],
  place: lat === null || lon === null ? undefined : { latitude: lat, longitude: lon },
});

export const sanctionsMatch = new EventType({
  type: 'sanctions.match',
  description:
    'A vessel on a sanctions list entered one of your geofences, appeared in it, or was in it when the ' +
    'geofence was created.',
  data: SanctionsMatchDataDto,
  subject: 'vessel:636013272',
  audience: 'owner',
  severities: [4],
  tag: 'osint',
  facets,
  title: ({ vesselName, entity, listedName, list, geofenceName }) =>
    `${vesselName ?? entityWords(entity)}, listed as ${listedName} (${list}), is in ${geofenceName}`,
});
