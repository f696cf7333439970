import type { FeatureDescription } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  json,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  type Rule,
  text,
  timeOrDay,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { OrderField, pageOf } from '../../../http/page.js';
import type { Order } from '../../../time/sort-order.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { AreaQuery, DistanceField, MAX_FEATURES } from '../area-query.dto.js';
import { readSources, type SourceRecord, warningsOf } from '../data-origin.js';
import { type GeoEvent, type GeoEventType, geoEventTypes, isSimulated } from '../geo-event.js';
import type { Nearby } from '../nearby.js';
import { PositionDto } from '../position.dto.js';
import { SourceRecordDto } from '../source-record.dto.js';
import { entityShape } from './geo-event.events.js';
import { MagnitudeDto } from './magnitude.dto.js';

/** The geometries of events; GeoJSON responses describe each of them. */
export const eventGeometries = ['Point', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'] as const;
const geometry: Rule = {
  ...json(10),
  schema: { oneOf: eventGeometries.map((kind) => ({ $ref: `#/components/schemas/GeoJson${kind}` })) },
};

@Dto('The provenance of an event, and the records that it was derived from.')
export class EventProvenanceDto extends ProvenanceDto {
  @Field('Whether the event is simulated or derived from simulated reports; then it did not happen.', flag(), {
    example: false,
  })
  simulated!: boolean;

  @Field(
    'The records that this service derived the event from, with their providers; empty for events published by ' +
      'a source.',
    objects(SourceRecordDto, 20),
    { example: [] },
  )
  derivedFrom!: SourceRecord[];
}

@Dto('Filters for events. An event must match all of them.')
export class GeoEventsQuery extends AreaQuery {
  @OrderField('by `startedAt`', 'desc')
  order: Order = 'desc';

  @Field(
    'Only events that began at this time or later. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-20T00:00:00Z',
    },
  )
  from?: string;

  @Field(
    'Only events that began before this time. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-11-21T00:00:00Z' },
  )
  to?: string;

  @Field(
    'Only events of these types; all types if omitted.',
    optional(list(choice(geoEventTypes), geoEventTypes.length, 1)),
    {
      example: ['earthquake', 'storm'],
    },
  )
  type?: GeoEventType[];

  @Field('Only events of at least this severity, from 1 (minor) to 5 (critical).', optional(integer(1, 5)), {
    example: 3,
  })
  minSeverity?: number;

  @Field(
    'Only events of these providers: `usgs`, `eonet`, `gdacs`, `gdelt`, `detector`, `simulator`.',
    optional(list(text(1, 50, /^[a-z][a-z0-9_.-]*$/, 'the name of a provider'), 20, 1)),
    {
      omitFromExample: true,
      example: ['usgs'],
    },
  )
  provider?: string[];

  @Field('True: only ongoing events; false: only ended events; both if omitted.', optional(flag()), {
    omitFromExample: true,
    example: true,
  })
  ongoing?: boolean;
}

@Dto('An event at a place, reported by a source or detected by this service.')
export class GeoEventDto {
  @Field('The identifier (UUIDv7); it stays when a source renames the event.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  id!: string;

  @Field('The type of the event.', choice(geoEventTypes), { example: 'earthquake' })
  type!: GeoEventType;

  @Field('A short title.', text(1, 300), { example: 'M 5.8 - 88 km SE of Sarangani, Philippines' })
  title!: string;

  @Field('A description by the source; null if the source sends no text.', nullable(text(1, 4_000)), { example: null })
  description!: string | null;

  @Field('Severity from 1 (minor) to 5 (critical).', integer(1, 5), { example: 3 })
  severity!: number;

  @Field(
    'The position: the center of an area, or the latest position of a moving event.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @DistanceField()
  distanceMeters?: number;

  @Field(
    'The extent or track as a GeoJSON geometry (RFC 7946); null if only the position is known.',
    nullable(geometry),
    { example: null },
  )
  geometry!: object | null;

  @Field('The strength or size; null if unknown.', nullable(object(() => MagnitudeDto)))
  magnitude!: MagnitudeDto | null;

  @Field(
    'The depth in kilometers below sea level, negative above it; null for events above ground, or if unknown.',
    nullable(number()),
    {
      example: 35,
    },
  )
  depthKm!: number | null;

  @Field('When the event began (UTC).', timestamp(), { example: '2026-11-20T20:59:58.000Z' })
  startedAt!: string;

  @Field(
    'When the event ended (UTC), equal to `startedAt` for events without a duration; null while it is ongoing.',
    nullable(timestamp()),
    {
      example: '2026-11-20T20:59:58.000Z',
    },
  )
  endedAt!: string | null;

  @Field('A page with more information; null if the source names no page.', nullable(text(1, 2_000)), {
    example: 'https://earthquake.usgs.gov/earthquakes/eventpage/us7000abcd',
  })
  url!: string | null;

  @Field(
    'The entities that the event is about, as `<kind>:<id>`.',
    list(text(3, 150, entityShape, 'a key such as vessel:219024336'), 20),
    { example: [] },
  )
  entities!: string[];

  @Field(
    'Further data of the source, under its own names. If several sources report one earthquake, it contains ' +
      'the data of the others, too (`gdacsSeverity`, …). A detection contains its measurements and their limits; ' +
      '`withdrawn: true` means that it turned out to be wrong.',
    json(200),
    {
      example: { felt: 12, tsunami: false },
    },
  )
  details!: object;

  @Field(
    'The provider of the event and the time of its data.',
    object(() => EventProvenanceDto),
  )
  provenance!: EventProvenanceDto;

  static from(event: Nearby<GeoEvent>): GeoEventDto {
    const {
      id,
      type,
      title,
      description,
      severity,
      position,
      distanceMeters,
      geometry,
      magnitude,
      depthKm,
      url,
      entities,
      provider,
      reportedAt,
      updatedAt,
    } = event;
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
    const place = { position, ...(distanceMeters === undefined ? {} : { distanceMeters }), geometry };
    const what = { id, type, title, description, severity, ...place, magnitude, depthKm };
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

export const GeoEventPageDto = pageOf(
  GeoEventDto,
  'GeoEventPageDto',
  'A page of events, latest start first.',
  MAX_FEATURES,
);

/** The GeoJSON form of an item. */
export const eventFeatures: FeatureDescription = {
  dto: GeoEventDto,
  without: ['id', 'position', 'geometry'],
  geometry: eventGeometries,
  id: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
};
