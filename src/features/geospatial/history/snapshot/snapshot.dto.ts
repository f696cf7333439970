import { answerOf } from '../../../../api/answer.js';
import { Dto, Field } from '../../../../api/field.js';
import {
  choice,
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
} from '../../../../api/rules.js';
import { degrees } from '../../../../http/geojson.js';
import type { Aircraft } from '../../aircraft.js';
import { type GeoEventType, geoEventTypes } from '../../geo-event.js';
import { idOf, type MapLayer, mapLayers } from '../../layer.js';
import { PositionDto } from '../../position.dto.js';
import { known } from '../../track-point.js';
import type { Vessel } from '../../vessel.js';
import type { PastEvent, PastPin } from '../history.repository.js';
import type { PastObject } from '../position-history.service.js';

const MAX = 10_000;

@Dto('The moment, the part of the Earth and the layers of a snapshot.')
export class SnapshotQuery {
  @Field(
    'Time of the snapshot. Default: now. Not in the future, and within the stored tracks. A plain date is ' +
      'the start of that day (UTC).',
    optional(timeOrDay()),
    {
      omitFromExample: true,
      example: '2026-11-20T23:15:00.000Z',
    },
  )
  at?: string;

  @Field(
    'Box: west, south, east, north in degrees; west is greater than east across the antimeridian. Default: the ' +
      'whole Earth.',
    optional(list(number(-180, 180), 4, 4)),
    {
      example: [3, 50, 9, 54],
    },
  )
  bbox?: number[];

  @Field('Layers to return; `pins` are your own.', optional(list(choice(mapLayers), 4, 1)), {
    default: ['vessels', 'aircraft', 'events'],
    example: ['vessels', 'aircraft', 'events'],
  })
  layer: MapLayer[] = ['vessels', 'aircraft', 'events'];
}

class PastObjectDto {
  @Field(
    'Last reported position at the time of the snapshot.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('Speed over ground in knots, from the previous report; null when unknown.', nullable(number()), {
    example: 12.4,
  })
  speedKnots!: number | null;

  @Field(
    'Course over ground in degrees from true north, from the previous report; null when unknown.',
    nullable(number()),
    { example: 112.3 },
  )
  courseDegrees!: number | null;

  @Field('Time of the previous stored report.', timestamp(), { example: '2026-11-20T23:14:52.000Z' })
  observedAt!: string;

  @Field(
    'True when the position is interpolated between the previous and the next report; false when it is that of ' +
      'the previous report.',
    flag(),
    {
      example: true,
    },
  )
  interpolated!: boolean;

  @Field('Provider of the latest report; `simulator` data is not real.', text(1, 50), { example: 'ais' })
  provider!: string;
}

@Dto('A vessel at one moment.')
export class VesselSnapshotDto extends PastObjectDto {
  @Field('Maritime Mobile Service Identity: nine digits, with leading zeros.', text(9, 9, /^\d{9}$/), {
    example: '219024336',
    identity: true,
  })
  mmsi!: string;

  @Field('Name, as known today; null when unknown.', nullable(text(0, 100)), { example: 'EVER GIVEN', identity: true })
  name!: string | null;

  static from(past: PastObject): VesselSnapshotDto {
    const { name } = (past.state ?? {}) as Partial<Vessel>;
    return { mmsi: idOf('vessels', past.key), name: name ?? null, ...aspectsOf(past) };
  }
}

@Dto('An aircraft at one moment.')
export class AircraftSnapshotDto extends PastObjectDto {
  @Field(
    '24-bit address in hexadecimal; prefixed with `~` when it is not an ICAO address.',
    text(6, 7, /^~?[0-9a-f]{6}$/),
    {
      example: '4ca2d6',
      identity: true,
    },
  )
  icao24!: string;

  @Field('Last known callsign; null when unknown.', nullable(text(0, 100)), { example: 'RYR4TX', identity: true })
  callsign!: string | null;

  @Field('Barometric altitude in feet, from the previous report; null when unknown.', nullable(number()), {
    example: 37_000,
  })
  altitudeFeet!: number | null;

  static from(past: PastObject): AircraftSnapshotDto {
    const { callsign } = (past.state ?? {}) as Partial<Aircraft>;
    return {
      icao24: idOf('aircraft', past.key),
      callsign: callsign ?? null,
      ...aspectsOf(past),
      altitudeFeet: known(past.altitudeFeet),
    };
  }
}

@Dto('An event in a snapshot.')
export class GeoEventSnapshotDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '0199d8c4-7d1c-7b3a-9a52-0d2f6e6f3b11' })
  id!: string;

  @Field('Type of the event, such as `earthquake`.', choice(geoEventTypes), { example: 'earthquake' })
  type!: GeoEventType;

  @Field('Title of the event, as in `GET /geospatial/events/{id}`.', text(0, 1_000), {
    example: 'M 5.1 - 12 km SSW of Amatrice, Italy',
  })
  title!: string;

  @Field('Severity from 1 (minor) to 5 (critical).', integer(1, 5), { example: 3 })
  severity!: number;

  @Field(
    'Position, as known today.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('Start (UTC).', timestamp(), { example: '2026-11-20T20:01:14.000Z' })
  startedAt!: string;

  @Field('End (UTC); null while ongoing.', nullable(timestamp()), { example: '2026-11-20T20:01:14.000Z' })
  endedAt!: string | null;

  @Field('Provider; `simulator` data is not real.', text(1, 50), { example: 'usgs' })
  provider!: string;

  static from({ lat, lon, startedAt, endedAt, ...rest }: PastEvent): GeoEventSnapshotDto {
    const times = { startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
    return Object.assign(new GeoEventSnapshotDto(), { ...rest, ...times, position: positionOf(lat, lon) });
  }
}

@Dto('A pin in a snapshot.')
export class PinSnapshotDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '0199d8c4-7d1c-7b3a-9a52-0d2f6e6f3b12' })
  id!: string;

  @Field('Name of the pin.', text(0, 1_000), { example: 'Meet the pilot' })
  title!: string;

  @Field('Severity from 1 (minor) to 5 (critical).', integer(1, 5), { example: 2 })
  severity!: number;

  @Field(
    'Position of the pin.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('Expiry (UTC); null when it does not expire.', nullable(timestamp()), { example: null })
  expiresAt!: string | null;

  static from({ lat, lon, ...pastPin }: PastPin): PinSnapshotDto {
    return answerOf(PinSnapshotDto, { ...pastPin, position: positionOf(lat, lon) });
  }
}

@Dto('A snapshot.')
export class GeospatialSnapshotDto {
  @Field('Time of the snapshot (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  at!: string;

  @Field('Requested layers; the lists of other layers are empty.', list(choice(mapLayers), 4), {
    example: ['vessels', 'aircraft', 'events'],
  })
  layers!: MapLayer[];

  @Field('Vessels with a position in the box at that time.', objects(VesselSnapshotDto, MAX))
  vessels!: VesselSnapshotDto[];

  @Field('Aircraft with a position in the box at that time.', objects(AircraftSnapshotDto, MAX))
  aircraft!: AircraftSnapshotDto[];

  @Field(
    'Ongoing events and those that ended in the previous 24 hours, most severe first.',
    objects(GeoEventSnapshotDto, MAX),
  )
  events!: GeoEventSnapshotDto[];

  @Field('Your pins, newest first.', objects(PinSnapshotDto, MAX), { example: [] })
  pins!: PinSnapshotDto[];

  @Field('Layers cut off at 10,000 objects; request a smaller box.', list(choice(mapLayers), 4), {
    example: [],
  })
  truncated!: MapLayer[];
}

const positionOf = (lat: number, lon: number): PositionDto =>
  Object.assign(new PositionDto(), { lat: degrees(lat), lon: degrees(lon) });

const tenths = (value: number): number | null => known(Math.round(value * 10) / 10);

const aspectsOf = ({ lat, lon, speedKnots, courseDegrees, observedAt, isInterpolated, state }: PastObject) => ({
  position: positionOf(lat, lon),
  speedKnots: tenths(speedKnots),
  courseDegrees: tenths(courseDegrees),
  observedAt: new Date(observedAt).toISOString(),
  interpolated: isInterpolated,
  provider: state?.provider ?? 'unknown',
});
