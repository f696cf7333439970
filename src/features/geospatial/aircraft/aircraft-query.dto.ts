import { Dto, Field } from '../../../api/field.js';
import { choice, flag, list, number, optional, text, timeOrDay } from '../../../api/rules.js';
import { type Emergency, emergencies } from '../aircraft.js';
import { AreaQuery } from '../area-query.dto.js';
import { EntityField, FleetField } from '../fleets/fleet.dto.js';
import {
  AircraftTypeField,
  MaxAltitudeField,
  MilitaryField,
  MinAltitudeField,
  OperatorField,
  RegistrationField,
} from './identity-fields.js';

const airportCodes = () => list(text(3, 4, /^[A-Za-z0-9]+$/, 'an airport code such as EIDW or DUB'), 50, 1);

@Dto('The aircraft to list, and their area.')
export class AircraftQuery extends AreaQuery {
  @Field(
    'Only aircraft whose callsign starts with one of these, case-insensitive.',
    optional(list(text(1, 8, /^[A-Za-z0-9]+$/, 'letters and digits'), 50, 1)),
    { omitFromExample: true, example: ['EIN', 'RYR'] },
  )
  callsign?: string[];

  @Field(
    'Only aircraft with one of these transponder codes: four octal digits.',
    optional(list(text(4, 4, /^[0-7]{4}$/, 'four octal digits'), 50, 1)),
    {
      omitFromExample: true,
      example: ['7500', '7600', '7700'],
    },
  )
  squawk?: string[];

  @Field('Only aircraft that report to be on the ground (`true`) or airborne (`false`).', optional(flag()), {
    omitFromExample: true,
    example: false,
  })
  onGround?: boolean;

  @Field(
    'Only aircraft of these emitter categories, `A0` to `D7`, case-insensitive.',
    optional(list(text(2, 2, /^[A-Da-d][0-7]$/, 'a category such as A3'), 32, 1)),
    {
      omitFromExample: true,
      example: ['A3', 'A5'],
    },
  )
  category?: string[];

  @Field(
    'Only aircraft that report one of these states of emergency.',
    optional(list(choice(emergencies), emergencies.length, 1)),
    {
      omitFromExample: true,
      example: ['general', 'unlawful'],
    },
  )
  emergency?: Emergency[];

  @RegistrationField()
  registration?: string[];

  @AircraftTypeField()
  type?: string[];

  @OperatorField()
  operator?: string;

  @MilitaryField()
  military?: boolean;

  @MinAltitudeField()
  minAltitudeFeet?: number;

  @MaxAltitudeField()
  maxAltitudeFeet?: number;

  @Field('Minimum speed over ground in knots; an unknown speed does not match.', optional(number(0, 3_000)), {
    omitFromExample: true,
    example: 100,
  })
  minSpeedKnots?: number;

  @Field('Maximum speed over ground in knots; an unknown speed does not match.', optional(number(0, 3_000)), {
    omitFromExample: true,
    example: 600,
  })
  maxSpeedKnots?: number;

  @Field('Only aircraft whose route begins at one of these airports (ICAO or IATA codes).', optional(airportCodes()), {
    omitFromExample: true,
    example: ['EIDW'],
  })
  origin?: string[];

  @Field('Only aircraft whose route ends at one of these airports.', optional(airportCodes()), {
    omitFromExample: true,
    example: ['LHR', 'EGKK'],
  })
  destination?: string[];

  @EntityField()
  entity?: string[];

  @FleetField()
  fleetId?: string;

  @Field(
    'Only aircraft received since this time (`provenance.fetchedAt`). A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      omitFromExample: true,
      example: '2026-11-20T21:00:00.000Z',
    },
  )
  updatedSince?: string;
}
