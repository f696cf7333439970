import { Dto, Field } from '../../../../api/field.js';
import { ProblemDto } from '../../../../api/problem.dto.js';
import {
  choice,
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
} from '../../../../api/rules.js';
import { degrees } from '../../../../http/geojson.js';
import { idOf, type Layer, layers } from '../../layer.js';
import { known } from '../../track-point.js';
import { MAX_FRAMES, MAX_OBJECTS_PER_FRAME } from './playback.js';
import type { PlacedObject, ReplayFrame } from './replay.service.js';

@Dto('The time range, the steps and the layers of a replay.')
export class ReplayQuery {
  @Field(
    'Time of the first frame; at most a day before `to`, and within the stored tracks. A plain date is the ' +
      'start of that day (UTC).',
    timeOrDay(),
    {
      example: '2026-11-20T22:15:00.000Z',
    },
  )
  from!: string;

  @Field(
    'End (exclusive). Default: now. Not in the future. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-20T23:15:00.000Z',
    },
  )
  to?: string;

  @Field(`Seconds between frames; at most ${MAX_FRAMES.toLocaleString('en')} frames.`, optional(integer(1, 86_400)), {
    default: 60,
    example: 60,
  })
  stepSeconds: number = 60;

  @Field(
    'Box: west, south, east, north in degrees; west is greater than east across the antimeridian. Default: the ' +
      'whole Earth.',
    optional(list(number(-180, 180), 4, 4)),
    { example: [3, 50, 9, 54] },
  )
  bbox?: number[];

  @Field('Layers to return.', optional(list(choice(layers), 2, 1)), {
    default: ['vessels', 'aircraft'],
    example: ['vessels', 'aircraft'],
  })
  layer: Layer[] = ['vessels', 'aircraft'];
}

class ReplayPlaceDto {
  @Field('Latitude in degrees, WGS 84.', number(-90, 90), { example: 51.9512 })
  lat!: number;

  @Field('Longitude in degrees, WGS 84.', number(-180, 180), { example: 4.0531 })
  lon!: number;

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

  @Field('Provider of the latest report; `simulator` data is not real.', text(1, 50), { example: 'ais' })
  provider!: string;
}

@Dto('A vessel in a frame.')
export class ReplayVesselDto extends ReplayPlaceDto {
  @Field('Maritime Mobile Service Identity: nine digits, with leading zeros.', text(9, 9, /^\d{9}$/), {
    example: '219024336',
    identity: true,
  })
  mmsi!: string;

  static from(place: PlacedObject): ReplayVesselDto {
    return { mmsi: idOf('vessels', place.key), ...aspectsOf(place) };
  }
}

@Dto('An aircraft in a frame.')
export class ReplayAircraftDto extends ReplayPlaceDto {
  @Field(
    '24-bit address in hexadecimal; prefixed with `~` when it is not an ICAO address.',
    text(6, 7, /^~?[0-9a-f]{6}$/),
    {
      example: '4ca2d6',
      identity: true,
    },
  )
  icao24!: string;

  @Field('Barometric altitude in feet, from the previous report; null when unknown.', nullable(number()), {
    example: 37_000,
  })
  altitudeFeet!: number | null;

  static from(place: PlacedObject): ReplayAircraftDto {
    return { icao24: idOf('aircraft', place.key), ...aspectsOf(place), altitudeFeet: known(place.altitudeFeet) };
  }
}

@Dto('A line of a replay: all positions at one moment.')
export class ReplayFrameDto {
  @Field('Time of the snapshot (UTC).', timestamp(), { example: '2026-11-20T22:15:00.000Z' })
  time!: string;

  @Field('Vessels, unordered.', objects(ReplayVesselDto, MAX_OBJECTS_PER_FRAME))
  vessels!: ReplayVesselDto[];

  @Field('Aircraft, unordered.', objects(ReplayAircraftDto, MAX_OBJECTS_PER_FRAME))
  aircraft!: ReplayAircraftDto[];

  @Field('Layers that were cut at the limit; use a smaller box.', list(choice(layers), 2), { example: [] })
  truncated!: Layer[];

  static from({ at, vessels, aircraft, truncated }: ReplayFrame): ReplayFrameDto {
    const moving = { vessels: vessels.map(ReplayVesselDto.from), aircraft: aircraft.map(ReplayAircraftDto.from) };
    return Object.assign(new ReplayFrameDto(), { time: at.toISOString(), ...moving, truncated });
  }
}

@Dto('The last line of a replay that failed.')
export class ReplayErrorDto {
  @Field(
    'The problem.',
    object(() => ProblemDto),
  )
  error!: ProblemDto;
}

const tenths = (value: number): number | null => known(Math.round(value * 10) / 10);

const aspectsOf = ({ lat, lon, speedKnots, courseDegrees, provider }: PlacedObject) => ({
  lat: degrees(lat),
  lon: degrees(lon),
  speedKnots: tenths(speedKnots),
  courseDegrees: tenths(courseDegrees),
  provider,
});
