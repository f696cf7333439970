import { Dto, Field } from '../../../api/field.js';
import { flag, integer, nullable, number, object, objects, text, timestamp, uuid } from '../../../api/rules.js';
import { EventType, type Facets } from '../../../events/event-type.js';
import { readSources, type SourceRecord } from '../data-origin.js';
import { PositionDto } from '../position.dto.js';
import { SourceRecordDto } from '../source-record.dto.js';
import type { Encounter } from './encounter.js';
import { EncounteredVesselDto, vesselsOf } from './encountered-vessel.dto.js';

const vessels = [
  { mmsi: '311000432', name: 'GULF PEARL' },
  { mmsi: '636019825', name: 'ORION SEA' },
];

@Dto('An encounter of two vessels began or ended.')
export class EncounterChangedDto {
  @Field('The id of the encounter, as in `GET /geospatial/encounters/{id}`.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e981',
  })
  encounterId!: string;

  @Field('A short title.', text(1, 300), { example: 'GULF PEARL and ORION SEA: ship-to-ship encounter' })
  title!: string;

  @Field('Severity from 1 (minor) to 5 (critical): 3, or 1 if it was withdrawn.', integer(1, 5), { example: 3 })
  severity!: number;

  @Field('The two vessels.', objects(EncounteredVesselDto, 2, 2), { example: vessels })
  vessels!: EncounteredVesselDto[];

  @Field(
    'The position of the first vessel when the encounter was detected.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('When the vessels were first seen together (UTC), two hours before the detection.', timestamp(), {
    example: '2026-11-20T02:10:00.000Z',
  })
  startedAt!: string;

  @Field('When the vessels were last seen together (UTC); null while the encounter continues.', nullable(timestamp()), {
    example: null,
  })
  endedAt!: string | null;

  @Field(
    'Seconds for which the vessels were together: until the end, or until the detection.',
    integer(0, 10_000_000_000),
    { example: 7_200 },
  )
  durationSeconds!: number;

  @Field('The smallest distance of the vessels, in meters.', number(0, 1_000), { example: 22 })
  leastMeters!: number;

  @Field('The greatest distance of the vessels while they were together, in meters.', number(0, 1_000), { example: 61 })
  mostMeters!: number;

  @Field('True: the encounter turned out to be wrong, because one of the vessels is a service craft.', flag(), {
    example: false,
  })
  withdrawn!: boolean;

  @Field('Whether the encounter was detected in simulated movements; then it did not happen.', flag(), {
    example: false,
  })
  simulated!: boolean;

  @Field(
    'The records that this service derived the encounter from, with their providers.',
    objects(SourceRecordDto, 20),
    { example: [] },
  )
  derivedFrom!: SourceRecord[];

  static from(encounter: Encounter): EncounterChangedDto {
    const { id: encounterId, title, severity, position, startedAt, endedAt, details } = encounter;
    return {
      encounterId,
      title,
      severity,
      vessels: vesselsOf(encounter),
      position,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      ...measurementsOf(encounter),
      simulated: details.simulated === true,
      derivedFrom: readSources(details.derivedFrom),
    };
  }
}

/** Reads the measurements of the detector from the details of an encounter. */
export const measurementsOf = ({ details }: Pick<Encounter, 'details'>) => ({
  durationSeconds: Number(details.durationSeconds ?? 0),
  leastMeters: Number(details.leastMeters ?? 0),
  mostMeters: Number(details.mostMeters ?? 0),
  withdrawn: details.withdrawn === true,
});

const facets = ({ encounterId, vessels, severity, position }: EncounterChangedDto): Facets => ({
  keys: [`encounter:${encounterId}`, ...vessels.map(({ mmsi }) => `vessel:${mmsi}`)],
  severity,
  place: { latitude: position.lat, longitude: position.lon },
});

const example: EncounterChangedDto = {
  encounterId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e981',
  title: 'GULF PEARL and ORION SEA: ship-to-ship encounter',
  severity: 3,
  vessels,
  position: { lat: 24.71, lon: 58.94 },
  startedAt: '2026-11-20T02:10:00.000Z',
  endedAt: null,
  durationSeconds: 7_200,
  leastMeters: 22,
  mostMeters: 61,
  withdrawn: false,
  simulated: false,
  derivedFrom: vessels.map(({ mmsi }) => ({ record: `vessel:${mmsi}`, provider: 'ais' })),
};

const shared = {
  family: 'encounter',
  data: EncounterChangedDto,
  subject: `encounter:${example.encounterId}`,
  audience: 'public',
  severities: [1, 3],
  tag: 'geospatial',
  facets,
} as const;

export const encounterStarted = new EventType<EncounterChangedDto>({
  ...shared,
  type: 'encounter.started',
  description: 'Two vessels have lain or drifted within 500 m of each other in the open sea for two hours.',
  example,
  title: ({ title }) => title,
});

export const encounterEnded = new EventType<EncounterChangedDto>({
  ...shared,
  type: 'encounter.ended',
  description: 'The vessels of an encounter have parted, or the encounter turned out to be wrong.',
  example: { ...example, endedAt: '2026-11-20T08:25:00.000Z', durationSeconds: 22_500, mostMeters: 74 },
  title: ({ title }) => `Ended: ${title}`,
});
