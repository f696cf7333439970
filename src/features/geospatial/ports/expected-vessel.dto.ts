import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, number, object, optional, text, timestamp } from '../../../api/rules.js';
import { PageQuery, pageOf } from '../../../http/page.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { flagOf } from '../ais/flag.js';
import { shipTypeOf } from '../ais/ship-type.js';
import { warningsOf } from '../data-origin.js';
import { idOf } from '../layer.js';
import { PositionDto } from '../position.dto.js';
import { type MatchReason, matchReasons } from './destination-resolver.js';
import type { ExpectedVessel } from './expected-vessel.js';
import { PortCallVesselDto } from './port-call.dto.js';

@Dto('Filters of expected vessels.')
export class ExpectedVesselsQuery extends PageQuery {
  @Field('Only vessels whose destination names the port with at least this score.', optional(number(0, 1)), {
    default: 0.6,
    example: 0.6,
  })
  minScore: number = 0.6;
}

@Dto('The certainty with which a destination names a port.')
class DestinationMatchDto {
  @Field('From 0 (a guess) to 1 (certain).', number(0, 1), { example: 0.95 })
  score!: number;

  @Field(
    'Reasons for the score: `locode`, `locode_reversed` (`RTM NL`) or `inland_code` (with fairway and terminal); ' +
      '`exact_name` or `typing_error` (one letter); `other_words` lower it, `country_named` chooses among ports of ' +
      'one name, else `largest_of_name`; `last_of_route` (`BE ANR>NL RTM`), `before_via` (`ROTTERDAM VIA KIEL`).',
    list(choice(matchReasons), matchReasons.length),
    { example: ['locode'] },
  )
  reasons!: MatchReason[];
}

@Dto('A vessel under way to a port, by the destination that it reports.')
export class ExpectedVesselDto {
  @Field(
    'The vessel, with its name and type as last reported.',
    object(() => PortCallVesselDto),
  )
  vessel!: PortCallVesselDto;

  @Field(
    'The last reported position.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('Speed over ground in knots, at least 2.', number(0, 200), { example: 14.2 })
  speedKnots!: number;

  @Field('The destination as reported.', text(1, 100), { example: 'NL RTM' })
  destination!: string;

  @Field(
    'The certainty with which the destination names the port.',
    object(() => DestinationMatchDto),
  )
  match!: DestinationMatchDto;

  @Field(
    'Great-circle distance to the nearest position of the port, in meters; the route by sea is longer.',
    integer(0, 20_020_000),
    { example: 182_000 },
  )
  distanceMeters!: number;

  @Field(
    'Time of arrival at the present speed along the great circle (UTC), counted from the last report: the earliest ' +
      'time without a change of speed.',
    timestamp(),
    { example: '2026-11-21T04:10:00.000Z' },
  )
  estimatedArrivalAt!: string;

  @Field('The time of arrival that the crew reports (UTC); null if it reports none.', nullable(timestamp()), {
    example: '2026-11-21T06:00:00.000Z',
  })
  reportedArrivalAt!: string | null;

  @Field(
    'The provider and time of the last report.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ vessel, match, distanceMeters, estimatedArrivalAt }: ExpectedVessel): ExpectedVesselDto {
    const { key, name, shipTypeCode, position, speedKnots, destination, eta, provider } = vessel;
    return Object.assign(new ExpectedVesselDto(), {
      vessel: { mmsi: idOf('vessels', key), name, shipType: shipTypeOf(shipTypeCode), flag: flagOf(key) },
      position: position && { lat: position.lat, lon: position.lon },
      speedKnots,
      destination,
      match: { score: match.score, reasons: match.reasons },
      distanceMeters: Math.round(distanceMeters),
      estimatedArrivalAt: new Date(estimatedArrivalAt).toISOString(),
      reportedArrivalAt: eta === null ? null : new Date(eta).toISOString(),
      provenance: ProvenanceDto.from({
        provider,
        asOf: new Date(vessel.observedAt),
        fetchedAt: new Date(vessel.receivedAt),
        delaySeconds: 0,
        stale: false,
        warnings: warningsOf([provider]),
      }),
    });
  }
}

export const ExpectedVesselPageDto = pageOf(
  ExpectedVesselDto,
  'ExpectedVesselPageDto',
  'A page of expected vessels, nearest first.',
);
