import { Dto, Field } from '../../../openapi/field.js';
import { choice, flag, integer, list, nullable, number, object, optional, text, timeOrDay, timestamp, uuid } from '../../../openapi/rules.js';
import type { Aircraft } from '../aircraft.js';
import { type GeoEventType, geoEventTypes } from '../geo-event.js';
import { degrees } from '../geojson.js';
import { idOf, type MapLayer, mapLayers } from '../layer.js';
import { PositionDto } from '../position.dto.js';
import { known } from '../track-point.js';
import type { Vessel } from '../vessel.js';
import type { PastEvent, PastPin } from './history.repository.js';
import type { PastObject } from './snapshot.js';

const MOST = 10_000;

@Dto('Which moment, which part of the Earth, and what of it.')
export class SnapshotQuery {
  @Field(
    'The moment; now when left out. Not in the future, and not older than tracks are kept. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      omitFromExample: true,
      example: '2026-11-20T23:15:00.000Z',
    },
  )
  at?: string;

  @Field(
    'A box: west, south, east, north in degrees; west is greater than east across the antimeridian. The whole Earth when left out.',
    optional(list(number(-180, 180), 4, 4)),
    {
      example: [3, 50, 9, 54],
    },
  )
  bbox?: number[];

  @Field('What is asked for; `pins` are the caller’s own.', optional(list(choice(mapLayers), 4, 1)), {
    default: ['vessels', 'aircraft', 'events'],
    example: ['vessels', 'aircraft', 'events'],
  })
  layer: MapLayer[] = ['vessels', 'aircraft', 'events'];

  @Field('`geojson` is the same as `Accept: application/geo+json`.', optional(choice(['json', 'geojson'])), { omitFromExample: true, example: 'geojson' })
  format?: 'json' | 'geojson';
}

class PastObjectDto {
  @Field(
    'Where it was.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('Speed over ground in knots, of the last report before; null when it is not known.', nullable(number()), { example: 12.4 })
  speedKnots!: number | null;

  @Field('Course over ground in degrees from true north, of the last report before; null when it is not known.', nullable(number()), { example: 112.3 })
  courseDegrees!: number | null;

  @Field('The last report before the moment that is kept.', timestamp(), { example: '2026-11-20T23:14:52.000Z' })
  observedAt!: string;

  @Field('True: the position is between that report and the next, by the time; false: it is that report’s.', flag(), { example: true })
  interpolated!: boolean;

  @Field('The source of its latest report; `simulator` is made up and never real.', text(1, 50), { example: 'ais' })
  provider!: string;
}

@Dto('A ship at a moment.')
export class VesselSnapshotDto extends PastObjectDto {
  @Field('The MMSI.', text(9, 9, /^\d{9}$/), { example: '219024336', identity: true })
  mmsi!: string;

  @Field('Her name, as it is known today; null when it is not.', nullable(text(0, 100)), { example: 'EVER GIVEN', identity: true })
  name!: string | null;

  static from(past: PastObject): VesselSnapshotDto {
    const { name } = (past.state ?? {}) as Partial<Vessel>;
    return { mmsi: idOf('vessels', past.key), name: name ?? null, ...aspectsOf(past) };
  }
}

@Dto('An aircraft at a moment.')
export class AircraftSnapshotDto extends PastObjectDto {
  @Field('The 24-bit address, hexadecimal; with `~` before it where it is none of ICAO’s.', text(6, 7, /^~?[0-9a-f]{6}$/), {
    example: '4ca2d6',
    identity: true,
  })
  icao24!: string;

  @Field('Its callsign, as it was last heard; null when it is not known.', nullable(text(0, 100)), { example: 'RYR4TX', identity: true })
  callsign!: string | null;

  @Field('Barometric altitude in feet, of the last report before; null when it is not known.', nullable(number()), { example: 37_000 })
  altitudeFeet!: number | null;

  static from(past: PastObject): AircraftSnapshotDto {
    const { callsign } = (past.state ?? {}) as Partial<Aircraft>;
    return { icao24: idOf('aircraft', past.key), callsign: callsign ?? null, ...aspectsOf(past), altitudeFeet: known(past.altitudeFeet) };
  }
}

@Dto('An event of a picture.')
export class GeoEventSnapshotDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '0199d8c4-7d1c-7b3a-9a52-0d2f6e6f3b11' })
  id!: string;

  @Field('Event type.', choice(geoEventTypes), { example: 'earthquake' })
  type!: GeoEventType;

  @Field('What it is called.', text(0, 1_000), { example: 'M 5.1 - 12 km SSW of Amatrice, Italy' })
  title!: string;

  @Field('From 1 (slight) to 5 (grave).', integer(1, 5), { example: 3 })
  severity!: number;

  @Field(
    'Where, as it is known today.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('When it began.', timestamp(), { example: '2026-11-20T20:01:14.000Z' })
  startedAt!: string;

  @Field('When it ended; null while it goes on.', nullable(timestamp()), { example: '2026-11-20T20:01:14.000Z' })
  endedAt!: string | null;

  @Field('Provider; `simulator` data is not real.', text(1, 50), { example: 'usgs' })
  provider!: string;

  static from({ lat, lon, startedAt, endedAt, ...rest }: PastEvent): GeoEventSnapshotDto {
    const times = { startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
    return Object.assign(new GeoEventSnapshotDto(), { ...rest, ...times, position: positionOf(lat, lon) });
  }
}

@Dto('A pin of a picture.')
export class PinSnapshotDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '0199d8c4-7d1c-7b3a-9a52-0d2f6e6f3b12' })
  id!: string;

  @Field('What the caller called it.', text(0, 1_000), { example: 'Meet the pilot' })
  title!: string;

  @Field('From 1 (slight) to 5 (grave).', integer(1, 5), { example: 2 })
  severity!: number;

  @Field(
    'Where.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('When it goes; null when it stays.', nullable(timestamp()), { example: null })
  expiresAt!: string | null;

  static from({ id, title, severity, lat, lon, expiresAt }: PastPin): PinSnapshotDto {
    return Object.assign(new PinSnapshotDto(), { id, title, severity, position: positionOf(lat, lon), expiresAt: expiresAt?.toISOString() ?? null });
  }
}

@Dto('The picture at a moment.')
export class GeospatialSnapshotDto {
  @Field('The moment.', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  at!: string;

  @Field('What was asked for; the lists of the others are empty.', list(choice(mapLayers), 4), { example: ['vessels', 'aircraft', 'events'] })
  layers!: MapLayer[];

  @Field(
    'The ships.',
    list(
      object(() => VesselSnapshotDto),
      MOST,
    ),
  )
  vessels!: VesselSnapshotDto[];

  @Field(
    'The aircraft.',
    list(
      object(() => AircraftSnapshotDto),
      MOST,
    ),
  )
  aircraft!: AircraftSnapshotDto[];

  @Field(
    'What was going on, and what had ended in the 24 hours before, the gravest first.',
    list(
      object(() => GeoEventSnapshotDto),
      MOST,
    ),
  )
  events!: GeoEventSnapshotDto[];

  @Field(
    'The caller’s own pins, the newest first.',
    list(
      object(() => PinSnapshotDto),
      MOST,
    ),
    { example: [] },
  )
  pins!: PinSnapshotDto[];

  @Field('Layers of which there was more than 10,000: ask for a smaller box.', list(choice(mapLayers), 4), { example: [] })
  truncated!: MapLayer[];
}

const positionOf = (lat: number, lon: number): PositionDto => Object.assign(new PositionDto(), { lat: degrees(lat), lon: degrees(lon) });

const tenths = (value: number): number | null => known(Math.round(value * 10) / 10);

const aspectsOf = ({ lat, lon, speedKnots, courseDegrees, observedAt, isInterpolated, state }: PastObject) => ({
  position: positionOf(lat, lon),
  speedKnots: tenths(speedKnots),
  courseDegrees: tenths(courseDegrees),
  observedAt: new Date(observedAt).toISOString(),
  interpolated: isInterpolated,
  provider: state?.provider ?? 'unknown',
});
