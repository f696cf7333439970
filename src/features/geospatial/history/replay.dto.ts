import { Dto, Field } from '../../../openapi/field.js';
import { ProblemDto } from '../../../openapi/problem.dto.js';
import { choice, integer, list, nullable, number, object, optional, text, timeOrDay, timestamp } from '../../../openapi/rules.js';
import { degrees } from '../geojson.js';
import { idOf, type Layer, layers } from '../layer.js';
import { known } from '../track-point.js';
import { MOST_FRAMES, MOST_IN_FRAME, type PlacedObject, type ReplayFrame } from './replay.service.js';

@Dto('Which stretch of time, in which steps, and what of it.')
export class ReplayQuery {
  @Field('The first frame; at most a day before `to`, and not older than tracks are kept. A plain date is the start of that day (UTC).', timeOrDay(), {
    example: '2026-11-20T22:15:00.000Z',
  })
  from!: string;

  @Field('Exclusive; by default now, which is the last frame. Not in the future. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  to?: string;

  @Field(`Seconds from one frame to the next; at most ${MOST_FRAMES.toLocaleString('en')} frames.`, optional(integer(1, 86_400)), { default: 60, example: 60 })
  stepSeconds: number = 60;

  @Field(
    'A box: west, south, east, north in degrees; west is greater than east across the antimeridian. The whole Earth when left out.',
    optional(list(number(-180, 180), 4, 4)),
    { example: [3, 50, 9, 54] },
  )
  bbox?: number[];

  @Field('What is asked for.', optional(list(choice(layers), 2, 1)), { default: ['vessels', 'aircraft'], example: ['vessels', 'aircraft'] })
  layer: Layer[] = ['vessels', 'aircraft'];
}

class ReplayPlaceDto {
  @Field('Latitude in degrees, WGS 84.', number(-90, 90), { example: 51.9512 })
  lat!: number;

  @Field('Longitude in degrees, WGS 84.', number(-180, 180), { example: 4.0531 })
  lon!: number;

  @Field('Speed over ground in knots, of the last report before; null when it is not known.', nullable(number()), { example: 12.4 })
  speedKnots!: number | null;

  @Field('Course over ground in degrees from true north, of the last report before; null when it is not known.', nullable(number()), { example: 112.3 })
  courseDegrees!: number | null;

  @Field('The source of its latest report; `simulator` is made up and never real.', text(1, 50), { example: 'ais' })
  provider!: string;
}

@Dto('A ship in a frame.')
export class ReplayVesselDto extends ReplayPlaceDto {
  @Field('The MMSI.', text(9, 9, /^\d{9}$/), { example: '219024336', identity: true })
  mmsi!: string;

  static from(place: PlacedObject): ReplayVesselDto {
    return { mmsi: idOf('vessels', place.key), ...aspectsOf(place) };
  }
}

@Dto('An aircraft in a frame.')
export class ReplayAircraftDto extends ReplayPlaceDto {
  @Field('The 24-bit address, hexadecimal; with `~` before it where it is none of ICAO’s.', text(6, 7, /^~?[0-9a-f]{6}$/), {
    example: '4ca2d6',
    identity: true,
  })
  icao24!: string;

  @Field('Barometric altitude in feet, of the last report before; null when it is not known.', nullable(number()), { example: 37_000 })
  altitudeFeet!: number | null;

  static from(place: PlacedObject): ReplayAircraftDto {
    return { icao24: idOf('aircraft', place.key), ...aspectsOf(place), altitudeFeet: known(place.altitudeFeet) };
  }
}

@Dto('A line of a replay: where everything was at one moment.')
export class ReplayFrameDto {
  @Field('The moment.', timestamp(), { example: '2026-11-20T22:15:00.000Z' })
  time!: string;

  @Field(
    'The ships, in no order.',
    list(
      object(() => ReplayVesselDto),
      MOST_IN_FRAME,
    ),
  )
  vessels!: ReplayVesselDto[];

  @Field(
    'The aircraft, in no order.',
    list(
      object(() => ReplayAircraftDto),
      MOST_IN_FRAME,
    ),
  )
  aircraft!: ReplayAircraftDto[];

  @Field('Layers of which there was more: ask for a smaller box.', list(choice(layers), 2), { example: [] })
  truncated!: Layer[];

  static from({ at, vessels, aircraft, truncated }: ReplayFrame): ReplayFrameDto {
    const moving = { vessels: vessels.map(ReplayVesselDto.from), aircraft: aircraft.map(ReplayAircraftDto.from) };
    return Object.assign(new ReplayFrameDto(), { time: at.toISOString(), ...moving, truncated });
  }
}

@Dto('The last line of a replay that could not go on.')
export class ReplayErrorDto {
  @Field(
    'What went wrong.',
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
