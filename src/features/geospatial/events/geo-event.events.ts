import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  list,
  nullable,
  object,
  objects,
  optional,
  text,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { EventType, type Facets } from '../../../events/event-type.js';
import type { SourceRecord } from '../data-origin.js';
import { type GeoEventType, geoEventTypeInfo, geoEventTypes } from '../geo-event.js';
import { PositionDto } from '../position.dto.js';
import { SourceRecordDto } from '../source-record.dto.js';
import { MagnitudeDto } from './magnitude.dto.js';

export const changes = ['new', 'updated', 'ended'] as const;

/** The format of entities, which are also keys in the event log. */
export const entityShape = /^[a-z_]+:[^\s,]+$/;

@Dto('A geo event began, changed or ended.')
export class GeoEventChangedDto {
  @Field(
    '`new`: first published; `updated`: the severity rose or the magnitude changed; `ended`: the event ended, ' +
      'or its source retracted it.',
    choice(changes),
    {
      example: 'new',
    },
  )
  change!: (typeof changes)[number];

  @Field('The id of the event, as in `GET /geospatial/events/{id}`.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  eventId!: string;

  @Field('The type of the event.', choice(geoEventTypes), { example: 'earthquake' })
  type!: GeoEventType;

  @Field('A short title.', text(1, 300), { example: 'M 5.8 - 88 km SE of Sarangani, Philippines' })
  title!: string;

  @Field('The severity, from 1 (minor) to 5 (critical); `GET /geospatial/events` describes the rules.', integer(1, 5), {
    example: 3,
  })
  severity!: number;

  @Field(
    'The position, or the center of an area.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('When the event began (UTC).', timestamp(), { example: '2026-11-20T20:59:58.000Z' })
  startedAt!: string;

  @Field('When the event ended (UTC); null while it is ongoing.', nullable(timestamp()), {
    example: '2026-11-20T20:59:58.000Z',
  })
  endedAt!: string | null;

  @Field('The strength or size; null if unknown.', nullable(object(() => MagnitudeDto)))
  magnitude!: MagnitudeDto | null;

  @Field(
    'The entities that the event is about, as `<kind>:<id>`.',
    list(text(3, 150, entityShape, 'a key such as vessel:219024336'), 20),
    { example: [] },
  )
  entities!: string[];

  @Field('The provider of the event; `simulator` for simulated events.', text(1, 50), { example: 'usgs' })
  provider!: string;

  @Field(
    'Whether the event is simulated or derived from simulated reports; absent in events from before version 0.2.',
    optional(flag()),
    {
      example: false,
    },
  )
  simulated?: boolean;

  @Field(
    'The records that this service derived the event from, with their providers; absent in events from before ' +
      'version 0.2.',
    optional(objects(SourceRecordDto, 20)),
    { example: [] },
  )
  derivedFrom?: SourceRecord[];

  @Field('A page with more information; null if the source names no page.', nullable(text(1, 2_000)), {
    example: 'https://earthquake.usgs.gov/earthquakes/eventpage/us7000abcd',
  })
  url!: string | null;
}

const facets = ({ eventId, entities, severity, position }: GeoEventChangedDto): Facets => ({
  keys: [`geo_event:${eventId}`, ...entities],
  severity,
  place: { latitude: position.lat, longitude: position.lon },
});

/** Prefix of the title of the log entry, which continues with the title of the geo event. */
const titlePrefix: Readonly<Record<GeoEventChangedDto['change'], string>> = {
  new: '',
  updated: 'Updated: ',
  ended: 'Ended: ',
};

function exampleOf(type: GeoEventType): GeoEventChangedDto {
  const {
    change,
    title,
    severity,
    position,
    startedAt,
    endedAt = null,
    magnitude = null,
    entities = [],
    provider,
    url = null,
  } = geoEventTypeInfo[type].example;
  const eventId = `01980a6e-5f3c-7c1a-9b52-3a8f64d2e9${(geoEventTypes.indexOf(type) + 1).toString(16).padStart(2, '0')}`;
  const derivedFrom = entities.map((record) => ({
    record,
    provider: record.startsWith('vessel:') ? 'ais' : 'adsb.lol',
  }));
  return {
    change,
    eventId,
    type,
    title,
    severity,
    position,
    startedAt,
    endedAt,
    magnitude,
    entities,
    provider,
    simulated: false,
    derivedFrom,
    url,
  };
}

function logTypeOf(type: GeoEventType): EventType<GeoEventChangedDto> {
  const example = exampleOf(type);
  return new EventType({
    type: `geo_event.${type}`,
    family: 'geo_event',
    description: `${geoEventTypeInfo[type].description} Sent when the event is new, when its severity rises or its magnitude changes, and when it ends.`,
    data: GeoEventChangedDto,
    example,
    subject: `geo_event:${example.eventId}`,
    audience: 'public',
    severities: [1, 2, 3, 4, 5],
    tag: 'geospatial',
    facets,
    title: ({ change, title }) => titlePrefix[change] + title,
  });
}

/** The log's event type for each type of geo event. */
export const geoEventLogTypes = Object.fromEntries(geoEventTypes.map((type) => [type, logTypeOf(type)])) as Readonly<
  Record<GeoEventType, EventType<GeoEventChangedDto>>
>;
