import { PictureQuery } from '../../../http/picture.js';
import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, integer, list, nullable, number, object, optional, text, timeOrDay, timestamp } from '../../../openapi/rules.js';
import { degrees } from '../geojson.js';
import { idOf } from '../layer.js';
import { type Fix, known } from '../track-point.js';
import type { Track } from './track.js';
import type { TimeRange } from './track.repository.js';

const MOST_POINTS = 10_000;

@Dto('Which part of a track, and how closely it is told.')
export class TrackQuery extends PictureQuery {
  @Field('Inclusive; by default 24 hours before `to`, and at most 31 days before it. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    example: '2026-11-20T00:00:00.000Z',
  })
  from?: string;

  @Field('Exclusive; now by default. A plain date is the start of that day (UTC).', optional(timeOrDay()), { example: '2026-11-20T23:15:00.000Z' })
  to?: string;

  @Field('Points within so many metres of the line between the others are left out; 0 leaves out none that matters.', optional(number(0, 1_000_000)), {
    default: 0,
    example: 50,
  })
  simplifyMeters: number = 0;

  @Field('How many points an answer holds at most; those that matter least for the shape are left out.', optional(integer(2, MOST_POINTS)), {
    default: 1_000,
    example: 1_000,
  })
  maxPoints: number = 1_000;

  @Field('`geojson` is the same as `Accept: application/geo+json`.', optional(choice(['json', 'geojson'])), { omitFromExample: true, example: 'geojson' })
  format?: 'json' | 'geojson';
}

@Dto('Where a ship was.')
export class VesselTrackPointDto {
  @Field('When the position was fixed.', timestamp(), { example: '2026-11-20T23:14:52.000Z' })
  time!: string;

  @Field('Latitude in degrees, WGS 84.', number(-90, 90), { example: 51.9512 })
  lat!: number;

  @Field('Longitude in degrees, WGS 84.', number(-180, 180), { example: 4.0531 })
  lon!: number;

  @Field('Speed over ground in knots; null when it is not known.', nullable(number()), { example: 12.4 })
  speedKnots!: number | null;

  @Field('Course over ground in degrees from true north; null when it is not known.', nullable(number()), { example: 112.3 })
  courseDegrees!: number | null;

  static from({ observedAt, lat, lon, speedKnots, courseDegrees }: Fix): VesselTrackPointDto {
    const place = { time: new Date(observedAt).toISOString(), lat: degrees(lat), lon: degrees(lon) };
    return Object.assign(new VesselTrackPointDto(), { ...place, speedKnots: tenths(speedKnots), courseDegrees: tenths(courseDegrees) });
  }
}

@Dto('Where an aircraft was.')
export class AircraftTrackPointDto extends VesselTrackPointDto {
  @Field('Barometric altitude in feet; null when it is not known.', nullable(number()), { example: 37_000 })
  altitudeFeet!: number | null;

  static override from(fix: Fix): AircraftTrackPointDto {
    return Object.assign(new AircraftTrackPointDto(), VesselTrackPointDto.from(fix), { altitudeFeet: known(fix.altitudeFeet) });
  }
}

@Dto('A stretch of time in which nothing was heard of it.')
export class TrackGapDto {
  @Field('The last point before.', timestamp(), { example: '2026-11-20T03:10:00.000Z' })
  from!: string;

  @Field('The first point after.', timestamp(), { example: '2026-11-20T07:45:12.000Z' })
  to!: string;

  static from({ from, to }: TimeRange): TrackGapDto {
    return Object.assign(new TrackGapDto(), { from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  }
}

@Dto('A stretch of a track.')
class TrackDto {
  @Field('The beginning of the stretch.', timestamp(), { example: '2026-11-19T23:15:00.000Z' })
  from!: string;

  @Field('The end of the stretch.', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  to!: string;

  @Field('How many points there were before any were left out.', integer(0, 1_000_000_000), { example: 1_422 })
  pointsBefore!: number;

  @Field('How far a point that was left out is from the line between the others at most, in metres; 0 when nothing of the shape is lost.', number(0), {
    example: 38.2,
  })
  simplifiedMeters!: number;

  @Field('The way along all points, those left out too, in metres; gaps do not count.', number(0), { example: 184_211.5 })
  distanceMeters!: number;

  @Field(
    'Where nothing was heard of it for longer than it would stay in the live picture, oldest first.',
    list(
      object(() => TrackGapDto),
      100_000,
    ),
    { example: [] },
  )
  gaps!: TrackGapDto[];

  @Field(
    'Who said it: `asOf` is the last point, `fetchedAt` when the latest report came; stale when it is no longer heard of.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;
}

@Dto('Where a ship went.')
export class VesselTrackDto extends TrackDto {
  @Field('The MMSI.', text(9, 9, /^\d{9}$/), { example: '219024336', identity: true })
  mmsi!: string;

  @Field(
    'The points, oldest first.',
    list(
      object(() => VesselTrackPointDto),
      MOST_POINTS,
    ),
  )
  points!: VesselTrackPointDto[];

  static from(track: Track): VesselTrackDto {
    return { mmsi: idOf(track.layer, track.key), ...aspectsOf(track), points: track.points.map(VesselTrackPointDto.from) };
  }
}

@Dto('Where an aircraft went.')
export class AircraftTrackDto extends TrackDto {
  @Field('The 24-bit address, hexadecimal; with `~` before it where it is none of ICAO’s.', text(6, 7, /^~?[0-9a-f]{6}$/), {
    example: '4ca2d6',
    identity: true,
  })
  icao24!: string;

  @Field(
    'The points, oldest first.',
    list(
      object(() => AircraftTrackPointDto),
      MOST_POINTS,
    ),
  )
  points!: AircraftTrackPointDto[];

  static from(track: Track): AircraftTrackDto {
    return { icao24: idOf(track.layer, track.key), ...aspectsOf(track), points: track.points.map(AircraftTrackPointDto.from) };
  }
}

/** One decimal: no sensor is finer. */
const tenths = (value: number): number | null => known(Math.round(value * 10) / 10);

const aspectsOf = ({ from, to, pointsBefore, simplifiedMeters, distanceMeters, gaps, provenance }: Track) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  pointsBefore,
  simplifiedMeters: Math.round(simplifiedMeters * 10) / 10,
  distanceMeters: Math.round(distanceMeters * 10) / 10,
  gaps: gaps.map(TrackGapDto.from),
  provenance: ProvenanceDto.from(provenance),
});
