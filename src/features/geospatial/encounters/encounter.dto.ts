import { Dto, Field } from '../../../api/field.js';
import {
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timeOrDay,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../../http/page.js';
import type { Order } from '../../../time/sort-order.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { AreaQuery, DistanceField, MAX_FEATURES } from '../area-query.dto.js';
import { readSources, warningsOf } from '../data-origin.js';
import { EventProvenanceDto } from '../events/geo-event.dto.js';
import type { Nearby } from '../nearby.js';
import { PositionDto } from '../position.dto.js';
import type { Encounter } from './encounter.js';
import { EncounteredVesselDto, vesselsOf } from './encountered-vessel.dto.js';
import { measurementsOf } from './encounters.events.js';

/** The provider of encounters: this service detects them. */
const PROVIDER = 'detector';

@Dto('Filters for encounters. An encounter must match all of them.')
export class EncountersQuery extends AreaQuery {
  @OrderField('by `startedAt`', 'desc')
  order: Order = 'desc';

  @Field(
    'Only encounters that began at this time or later. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-20T00:00:00Z',
    },
  )
  from?: string;

  @Field(
    'Only encounters that began before this time. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-21T00:00:00Z',
    },
  )
  to?: string;

  @Field(
    'Only encounters in which one of these vessels takes part.',
    optional(list(text(9, 9, /^\d{9}$/, 'an MMSI of nine digits'), 50, 1)),
    {
      omitFromExample: true,
      example: ['311000432'],
    },
  )
  mmsi?: string[];

  @Field('True: only encounters that continue; false: only those that have ended; both if omitted.', optional(flag()), {
    omitFromExample: true,
    example: true,
  })
  ongoing?: boolean;
}

@Dto('Filters for the encounters of a vessel. An encounter must match all of them.')
export class VesselEncountersQuery extends PageQuery {
  @OrderField('by `startedAt`', 'desc')
  order: Order = 'desc';

  @Field(
    'Only encounters that began at this time or later. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-20T00:00:00Z',
    },
  )
  from?: string;

  @Field(
    'Only encounters that began before this time. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-21T00:00:00Z',
    },
  )
  to?: string;

  @Field('True: only encounters that continue; false: only those that have ended; both if omitted.', optional(flag()), {
    omitFromExample: true,
    example: true,
  })
  ongoing?: boolean;
}

@Dto('Two vessels that lie or drift together in the open sea.')
export class EncounterDto {
  @Field('The identifier (UUIDv7).', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e981' })
  id!: string;

  @Field('A short title.', text(1, 300), { example: 'GULF PEARL and ORION SEA: ship-to-ship encounter' })
  title!: string;

  @Field('Why the encounter was withdrawn, or that it is simulated; null otherwise.', nullable(text(1, 4_000)), {
    example: null,
  })
  description!: string | null;

  @Field('Severity from 1 (minor) to 5 (critical): 3, or 1 if it was withdrawn.', integer(1, 5), { example: 3 })
  severity!: number;

  @Field('The two vessels.', objects(EncounteredVesselDto, 2, 2), {
    example: [
      { mmsi: '311000432', name: 'GULF PEARL' },
      { mmsi: '636019825', name: 'ORION SEA' },
    ],
  })
  vessels!: EncounteredVesselDto[];

  @Field(
    'The position of the first vessel when the encounter was detected.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @DistanceField()
  distanceMeters?: number;

  @Field('When the vessels were first seen together (UTC).', timestamp(), { example: '2026-11-20T02:10:00.000Z' })
  startedAt!: string;

  @Field('When the vessels were last seen together (UTC); null while the encounter continues.', nullable(timestamp()), {
    example: '2026-11-20T08:25:00.000Z',
  })
  endedAt!: string | null;

  @Field(
    'Seconds for which the vessels were together: until the end, or until the detection while it continues.',
    integer(0, 10_000_000_000),
    {
      example: 22_500,
    },
  )
  durationSeconds!: number;

  @Field(
    'The smallest distance of the vessels, in meters; until the detection while the encounter continues.',
    number(0, 1_000),
    { example: 22 },
  )
  leastMeters!: number;

  @Field(
    'The greatest distance of the vessels while they were together, in meters; until the detection while the ' +
      'encounter continues.',
    number(0, 1_000),
    {
      example: 74,
    },
  )
  mostMeters!: number;

  @Field('True: the encounter turned out to be wrong.', flag(), { example: false })
  withdrawn!: boolean;

  @Field(
    'The provider `detector`, and the records that the encounter was derived from.',
    object(() => EventProvenanceDto),
  )
  provenance!: EventProvenanceDto;

  static from(encounter: Nearby<Encounter>): EncounterDto {
    const {
      id,
      title,
      description,
      severity,
      position,
      distanceMeters,
      startedAt,
      endedAt,
      reportedAt,
      updatedAt,
      details,
    } = encounter;
    const derivedFrom = readSources(details.derivedFrom);
    const warnings = warningsOf(derivedFrom.map((source) => source.provider));
    const provenance = ProvenanceDto.from({
      provider: PROVIDER,
      asOf: reportedAt,
      fetchedAt: updatedAt,
      delaySeconds: 0,
      stale: false,
      warnings,
    });
    return Object.assign(new EncounterDto(), {
      id,
      title,
      description,
      severity,
      vessels: vesselsOf(encounter),
      position,
      ...(distanceMeters === undefined ? {} : { distanceMeters }),
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      ...measurementsOf(encounter),
      provenance: Object.assign(provenance, { simulated: details.simulated === true, derivedFrom }),
    });
  }
}

export const EncounterPageDto = pageOf(
  EncounterDto,
  'EncounterPageDto',
  'A page of encounters, latest start first.',
  MAX_FEATURES,
);
