import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  timeOrDay,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { PageQuery, pageOf } from '../../../http/page.js';
import { EventProvenanceDto } from '../events/geo-event.dto.js';
import { KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import { type MatchReason, matchReasons } from './destination-resolver.js';
import { PortCallDto, PortCallPortDto } from './port-call.dto.js';
import type { PortCall } from './port-call.js';
import { type ReportedDestination, type Voyage, type VoyageWarning, voyageWarnings } from './voyage.js';

@Dto('Filters of voyages, by the time of arrival.')
export class VoyagesQuery extends PageQuery {
  @Field(
    'Only voyages that ended at this time or later, or have not ended. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-11-01T00:00:00Z' },
  )
  from?: string;

  @Field(
    'Only voyages that ended before this time. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { omitFromExample: true, example: '2026-11-21T00:00:00Z' },
  )
  to?: string;
}

@Dto('A port at which a voyage began or ended.')
export class VoyagePortDto extends PortCallPortDto {
  @Field('The id of the port call, as in `GET /geospatial/events/{id}`.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e981',
  })
  callId!: string;

  static of({ event, port }: PortCall): VoyagePortDto {
    return Object.assign(new VoyagePortDto(), port, { callId: event.id });
  }
}

@Dto('The destination that a vessel at sea reports, and the port that it names.')
export class ReportedDestinationDto {
  @Field('The destination as reported; null if the vessel reports none.', nullable(text(1, 100)), { example: 'NL RTM' })
  text!: string | null;

  @Field(
    'The port that the destination names; null if it names no port of the table, several, or a route in both ' +
      'directions.',
    nullable(object(() => PortCallPortDto)),
  )
  port!: PortCallPortDto | null;

  @Field('Certainty of the port, from 0 (a guess) to 1 (certain); null without a port.', nullable(number(0, 1)), {
    example: 0.95,
  })
  score!: number | null;

  @Field(
    'Reasons for the score, as in `GET /geospatial/ports/{locode}/expected`; empty without a port.',
    list(choice(matchReasons), matchReasons.length),
    { example: ['locode'] },
  )
  reasons!: MatchReason[];

  @Field(
    'Great-circle distance from the last position to the port, in meters; null without a port or position.',
    nullable(integer(0, 20_020_000)),
    { example: 182_000 },
  )
  distanceMeters!: number | null;

  @Field(
    'Time of arrival at the present speed along the great circle (UTC); null without a port, and below 2 knots.',
    nullable(timestamp()),
    { example: '2026-11-21T04:10:00.000Z' },
  )
  estimatedArrivalAt!: string | null;

  @Field('The time of arrival that the crew reports (UTC); null if it reports none.', nullable(timestamp()), {
    example: '2026-11-21T06:00:00.000Z',
  })
  reportedArrivalAt!: string | null;

  static of({ vessel, match, distanceMeters, estimatedArrivalAt }: ReportedDestination): ReportedDestinationDto {
    const port = match && { locode: match.port.locode, name: match.port.name, country: match.port.country };
    return Object.assign(new ReportedDestinationDto(), {
      text: vessel.destination,
      port: port ?? null,
      score: match?.score ?? null,
      reasons: match?.reasons ?? [],
      distanceMeters: distanceMeters === undefined ? null : Math.round(distanceMeters),
      estimatedArrivalAt: estimatedArrivalAt === undefined ? null : new Date(estimatedArrivalAt).toISOString(),
      reportedArrivalAt: vessel.eta === null ? null : new Date(vessel.eta).toISOString(),
    });
  }
}

@Dto('A voyage of a vessel from one port call to the next.')
export class VoyageDto {
  @Field(
    'The port of departure.',
    object(() => VoyagePortDto),
  )
  origin!: VoyagePortDto;

  @Field('The port at which the vessel next stopped; null while it is at sea.', nullable(object(() => VoyagePortDto)))
  destination!: VoyagePortDto | null;

  @Field('When the vessel was first more than 9 km away from the port of departure (UTC).', timestamp(), {
    example: '2026-11-18T13:20:00.000Z',
  })
  departedAt!: string;

  @Field('When the vessel stopped at the destination (UTC); null while it is at sea.', nullable(timestamp()), {
    example: '2026-11-20T06:55:00.000Z',
  })
  arrivedAt!: string | null;

  @Field('Seconds from departure to arrival, or until now.', integer(0, 10_000_000_000), { example: 149_700 })
  durationSeconds!: number;

  @Field(
    'Seconds for which the vessel stayed at the destination (its turnaround); null while it is there or at sea.',
    nullable(integer(0, 10_000_000_000)),
    { example: 86_400 },
  )
  turnaroundSeconds!: number | null;

  @Field(
    'Seconds for which the vessel lay still within 50 km of the destination before it arrived; null at sea and ' +
      'without ' +
      'a track.',
    nullable(integer(0, 10_000_000_000)),
    { example: 0 },
  )
  waitingSeconds!: number | null;

  @Field(
    'Distance along the track in meters, without the parts that `warnings` leaves out; null without a track.',
    nullable(integer(0, 1_000_000_000)),
    { example: 1_086_000 },
  )
  distanceMeters!: number | null;

  @Field(
    'Great-circle distance between the two stops in meters; null while the vessel is at sea.',
    nullable(integer(0, 20_020_000)),
    { example: 941_000 },
  )
  greatCircleMeters!: number | null;

  @Field('Fraction of the duration for which the track is known, from 0 to 1.', number(0, 1), { example: 1 })
  trackedFraction!: number;

  @Field('Average speed along the known track in knots; null without a track.', nullable(number(0, 200)), {
    example: 14.1,
  })
  averageSpeedKnots!: number | null;

  @Field(
    'Reasons to doubt the voyage: `no_track` (not received, or tracks are no longer kept), `partial_track`, ' +
      '`position_jumps` (left out of the distance: false positions, or vessels with one MMSI), `implausible_speed` ' +
      '(no ' +
      'vessel sails from one port to the other in this time).',
    list(choice(voyageWarnings), voyageWarnings.length),
    { example: [] },
  )
  warnings!: VoyageWarning[];

  @Field(
    'The destination that the vessel reports; null after the arrival, and while the vessel is not received.',
    nullable(object(() => ReportedDestinationDto)),
    { example: null },
  )
  reportedDestination!: ReportedDestinationDto | null;

  @Field('Whether the vessel is at sea.', flag(), { example: false })
  isAtSea!: boolean;

  @Field(
    'The provider `detector`, and the records that the calls were derived from.',
    object(() => EventProvenanceDto),
  )
  provenance!: EventProvenanceDto;

  static from(voyage: Voyage): VoyageDto {
    const { origin, destination, departedAt, durationMs, directMeters, sailed, warnings, reportedDestination } = voyage;
    const seconds = (ms: number) => Math.round(ms / 1_000);
    const knots = sailed && sailed.meters / (sailed.trackedMs / 1_000) / KNOTS_IN_METERS_PER_SECOND;
    const stayed = destination?.event.endedAt ?? null;
    const { provenance } = PortCallDto.from(destination ?? origin);
    return Object.assign(new VoyageDto(), {
      origin: VoyagePortDto.of(origin),
      destination: destination === undefined ? null : VoyagePortDto.of(destination),
      departedAt: departedAt.toISOString(),
      arrivedAt: destination?.event.startedAt.toISOString() ?? null,
      durationSeconds: seconds(durationMs),
      turnaroundSeconds:
        stayed === null ? null : seconds(stayed.getTime() - (destination as PortCall).event.startedAt.getTime()),
      waitingSeconds: sailed === undefined || destination === undefined ? null : seconds(sailed.waitingMs),
      distanceMeters: sailed === undefined ? null : Math.round(sailed.meters),
      greatCircleMeters: directMeters === undefined ? null : Math.round(directMeters),
      trackedFraction:
        durationMs === 0 ? 0 : Math.min(1, Math.round(((sailed?.trackedMs ?? 0) / durationMs) * 1_000) / 1_000),
      averageSpeedKnots: knots === undefined ? null : Math.round(knots * 10) / 10,
      warnings,
      reportedDestination: reportedDestination === undefined ? null : ReportedDestinationDto.of(reportedDestination),
      isAtSea: destination === undefined,
      provenance,
    });
  }
}

export const VoyagePageDto = pageOf(VoyageDto, 'VoyagePageDto', 'A page of voyages, latest first.');
