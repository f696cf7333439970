import { pageOf } from '../../../http/page.js';
import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, flag, integer, json, list, nullable, number, object, optional, text, timeOrDay, timestamp, uuid } from '../../../openapi/rules.js';
import { AreaQuery, MAX_FEATURES } from '../area-query.dto.js';
import { readSources, warningsOf } from '../data-origin.js';
import { type GeoEvent, type GeoEventType, geoEventTypes, isSimulated } from '../geo-event.js';
import { PositionDto } from '../position.dto.js';
import { EventProvenanceDto } from './event-provenance.dto.js';
import { entityShape } from './geo-event.events.js';
import { MagnitudeDto } from './magnitude.dto.js';

@Dto('Which events. All conditions hold together.')
export class GeoEventsQuery extends AreaQuery {
  @Field('Only events that began at this time or later. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    example: '2026-11-20T00:00:00Z',
  })
  from?: string;

  @Field('Only events that began before this time. A plain date is the start of that day (UTC).', optional(timeOrDay()), { example: '2026-11-21T00:00:00Z' })
  to?: string;

  @Field('Types of event; every type when left out.', optional(list(choice(geoEventTypes), geoEventTypes.length, 1)), { example: ['earthquake', 'storm'] })
  type?: GeoEventType[];

  @Field('Those at least so grave, from 1 (slight) to 5 (grave).', optional(integer(1, 5)), { example: 3 })
  minSeverity?: number;

  @Field(
    'Those of these sources: `usgs`, `eonet`, `gdacs`, `gdelt`, `detector`, `simulator`.',
    optional(list(text(1, 50, /^[a-z][a-z0-9_.-]*$/, 'the name of a source'), 20, 1)),
    {
      omitFromExample: true,
      example: ['usgs'],
    },
  )
  provider?: string[];

  @Field('True: those that go on; false: those that are over; both when left out.', optional(flag()), { omitFromExample: true, example: true })
  ongoing?: boolean;
}

@Dto('Something that happens or happened in the world.')
export class GeoEventDto {
  @Field('The identifier (UUIDv7); it stays when a source renames the event.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  id!: string;

  @Field('What it is.', choice(geoEventTypes), { example: 'earthquake' })
  type!: GeoEventType;

  @Field('Name.', text(1, 300), { example: 'M 5.8 - 88 km SE of Sarangani, Philippines' })
  title!: string;

  @Field('What the source says of it; null without.', nullable(text(1, 4_000)), { example: null })
  description!: string | null;

  @Field('From 1 (slight) to 5 (grave).', integer(1, 5), { example: 3 })
  severity!: number;

  @Field(
    'Where it is, or where its middle is; of what moves, where it was last.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('Its extent or its way as a GeoJSON geometry (RFC 7946); null where only the place is known.', nullable(json(10)), { example: null })
  geometry!: object | null;

  @Field('How strong or large it is; null where nobody says.', nullable(object(() => MagnitudeDto)))
  magnitude!: MagnitudeDto | null;

  @Field('How far below the sea it happened, in kilometres, negative above it; null for what happens above ground or is not known.', nullable(number()), {
    example: 35,
  })
  depthKm!: number | null;

  @Field('When it began (UTC).', timestamp(), { example: '2026-11-20T20:59:58.000Z' })
  startedAt!: string;

  @Field('When it was over (UTC), at once for what has no length; null while it goes on.', nullable(timestamp()), { example: '2026-11-20T20:59:58.000Z' })
  endedAt!: string | null;

  @Field('Where to read on; null without.', nullable(text(1, 2_000)), { example: 'https://earthquake.usgs.gov/earthquakes/eventpage/us7000abcd' })
  url!: string | null;

  @Field('What it is about, as `<kind>:<id>`.', list(text(3, 150, entityShape, 'a key such as vessel:219024336'), 20), { example: [] })
  entities!: string[];

  @Field(
    'What else the source tells, by names of its own; where another source tells the same earthquake, its word is here, too (`gdacsSeverity`, …). A detection has what was measured and the limits it was held against; with `withdrawn: true` it turned out to be nothing.',
    json(200),
    {
      example: { felt: 12, tsunami: false },
    },
  )
  details!: object;

  @Field(
    'Who says so, and as of when.',
    object(() => EventProvenanceDto),
  )
  provenance!: EventProvenanceDto;

  static from(event: GeoEvent): GeoEventDto {
    const { id, type, title, description, severity, position, geometry, magnitude, depthKm, url, entities, provider, reportedAt, updatedAt } = event;
    const { derivedFrom: written, ...details } = event.details;
    const derivedFrom = readSources(written);
    const times = { startedAt: event.startedAt.toISOString(), endedAt: event.endedAt?.toISOString() ?? null };
    const provenance = ProvenanceDto.from({
      provider,
      asOf: reportedAt,
      fetchedAt: updatedAt,
      delaySeconds: 0,
      stale: false,
      warnings: warningsOf(derivedFrom.map((source) => source.provider)),
    });
    const what = { id, type, title, description, severity, position, geometry, magnitude, depthKm };
    return Object.assign(new GeoEventDto(), {
      ...what,
      ...times,
      url,
      entities,
      details,
      provenance: Object.assign(provenance, { simulated: isSimulated(event), derivedFrom }),
    });
  }
}

export const GeoEventPageDto = pageOf(GeoEventDto, 'GeoEventPageDto', 'A page of events, latest start first.', MAX_FEATURES);
