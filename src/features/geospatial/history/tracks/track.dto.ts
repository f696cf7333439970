import { Dto, Field } from '../../../../api/field.js';
import {
  integer,
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
import { PictureQuery } from '../../../../http/svg-response.js';
import { ProvenanceDto } from '../../../../upstream/provenance.dto.js';
import { idOf } from '../../layer.js';
import { type Fix, known } from '../../track-point.js';
import type { TimeRange } from '../track.repository.js';
import type { Track } from './track.js';

const MAX_POINTS = 10_000;

@Dto('The part of a track, and its resolution.')
export class TrackQuery extends PictureQuery {
  @Field(
    'Inclusive; by default 24 hours before `to`, and at most 31 days before it. A plain date is the start of ' +
      'that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-20T00:00:00.000Z',
    },
  )
  from?: string;

  @Field('Exclusive. Default: now. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  to?: string;

  @Field(
    'Removes points that are within this distance (meters) of the line between the remaining ones; 0 keeps all ' +
      'significant points.',
    optional(number(0, 1_000_000)),
    {
      default: 0,
      example: 50,
    },
  )
  simplifyMeters: number = 0;

  @Field(
    'Maximum number of points; the points with the least effect on the shape are removed.',
    optional(integer(2, MAX_POINTS)),
    {
      default: 1_000,
      example: 1_000,
    },
  )
  maxPoints: number = 1_000;
}

@Dto('A point of the track of a vessel.')
export class VesselTrackPointDto {
  @Field('Time of the position (UTC).', timestamp(), { example: '2026-11-20T23:14:52.000Z' })
  time!: string;

  @Field('Latitude in degrees, WGS 84.', number(-90, 90), { example: 51.9512 })
  lat!: number;

  @Field('Longitude in degrees, WGS 84.', number(-180, 180), { example: 4.0531 })
  lon!: number;

  @Field('Speed over ground in knots; null when unknown.', nullable(number()), { example: 12.4 })
  speedKnots!: number | null;

  @Field('Course over ground in degrees from true north; null when unknown.', nullable(number()), { example: 112.3 })
  courseDegrees!: number | null;

  static from({ observedAt, lat, lon, speedKnots, courseDegrees }: Fix): VesselTrackPointDto {
    const place = { time: new Date(observedAt).toISOString(), lat: degrees(lat), lon: degrees(lon) };
    return Object.assign(new VesselTrackPointDto(), {
      ...place,
      speedKnots: tenths(speedKnots),
      courseDegrees: tenths(courseDegrees),
    });
  }
}

@Dto('A point of the track of an aircraft.')
export class AircraftTrackPointDto extends VesselTrackPointDto {
  @Field('Barometric altitude in feet; null when unknown.', nullable(number()), { example: 37_000 })
  altitudeFeet!: number | null;

  static override from(fix: Fix): AircraftTrackPointDto {
    return Object.assign(new AircraftTrackPointDto(), VesselTrackPointDto.from(fix), {
      altitudeFeet: known(fix.altitudeFeet),
    });
  }
}

@Dto('A time range without reports.')
export class TrackGapDto {
  @Field('Time of the last point before the gap (UTC).', timestamp(), { example: '2026-11-20T03:10:00.000Z' })
  from!: string;

  @Field('Time of the first point after the gap (UTC).', timestamp(), { example: '2026-11-20T07:45:12.000Z' })
  to!: string;

  static from({ from, to }: TimeRange): TrackGapDto {
    return Object.assign(new TrackGapDto(), { from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  }
}

@Dto('A segment of a track.')
class TrackDto {
  @Field('Start of the time range (UTC).', timestamp(), { example: '2026-11-19T23:15:00.000Z' })
  from!: string;

  @Field('End of the time range (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  to!: string;

  @Field('Number of points before simplification.', integer(0, 1_000_000_000), { example: 1_422 })
  pointsBefore!: number;

  @Field(
    'Maximum distance of a removed point from the line between the remaining ones, in meters; 0 when no point ' +
      'was removed.',
    number(0),
    {
      example: 38.2,
    },
  )
  simplifiedMeters!: number;

  @Field('Distance along all points, including removed ones, in meters; gaps do not count.', number(0), {
    example: 184_211.5,
  })
  distanceMeters!: number;

  @Field(
    'Time ranges without reports that are longer than the live window, oldest first.',
    objects(TrackGapDto, 100_000),
    { example: [] },
  )
  gaps!: TrackGapDto[];

  @Field(
    'Source: `asOf` is the time of the last point, `fetchedAt` that of the latest report; stale when the ' +
      'object no longer reports.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;
}

@Dto('The track of a vessel.')
export class VesselTrackDto extends TrackDto {
  @Field('Maritime Mobile Service Identity: nine digits, with leading zeros.', text(9, 9, /^\d{9}$/), {
    example: '219024336',
    identity: true,
  })
  mmsi!: string;

  @Field('The points, oldest first.', objects(VesselTrackPointDto, MAX_POINTS))
  points!: VesselTrackPointDto[];

  static from(track: Track): VesselTrackDto {
    return {
      mmsi: idOf(track.layer, track.key),
      ...aspectsOf(track),
      points: track.points.map(VesselTrackPointDto.from),
    };
  }
}

@Dto('The track of an aircraft.')
export class AircraftTrackDto extends TrackDto {
  @Field(
    '24-bit address in hexadecimal; prefixed with `~` when it is not an ICAO address.',
    text(6, 7, /^~?[0-9a-f]{6}$/),
    {
      example: '4ca2d6',
      identity: true,
    },
  )
  icao24!: string;

  @Field('The points, oldest first.', objects(AircraftTrackPointDto, MAX_POINTS))
  points!: AircraftTrackPointDto[];

  static from(track: Track): AircraftTrackDto {
    return {
      icao24: idOf(track.layer, track.key),
      ...aspectsOf(track),
      points: track.points.map(AircraftTrackPointDto.from),
    };
  }
}

/** Rounds to one decimal, since no sensor is more precise; null for NaN. */
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
