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
} from '../../../api/rules.js';
import { PageQuery, pageOf } from '../../../http/page.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { warningsOf } from '../data-origin.js';
import { idOf } from '../layer.js';
import { PositionDto } from '../position.dto.js';
import type { Airport } from '../reference/airport-list.js';
import {
  type AircraftFlight,
  type AirportMovement,
  type Evidence,
  evidences,
  type FlightEnd,
  type FlightWarning,
  flightWarnings,
  type MovementKind,
  movementKinds,
} from './flight.js';
import { FlightRouteDto } from './flight-route.dto.js';

@Dto('The range of flights.')
export class FlightsQuery extends PageQuery {
  @Field(
    'Only flights that ended at this time or later, or are in flight. Default: a day before `to`. At most 7 days ' +
      'before `to`. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { omitFromExample: true, example: '2026-11-20T00:00:00Z' },
  )
  from?: string;

  @Field(
    'Only flights that began before this time. Default: now. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { omitFromExample: true, example: '2026-11-21T00:00:00Z' },
  )
  to?: string;
}

@Dto('The range and kind of the movements at an airport.')
export class MovementsQuery extends PageQuery {
  @Field(
    'Only movements at this time or later. Default: a day before `to`. At most a day before `to`. A plain date is the ' +
      'start of that day (UTC).',
    optional(timeOrDay()),
    { omitFromExample: true, example: '2026-11-20T00:00:00Z' },
  )
  from?: string;

  @Field(
    'Only movements before this time. Default: now. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { omitFromExample: true, example: '2026-11-21T00:00:00Z' },
  )
  to?: string;

  @Field('Only arrivals, or only departures.', optional(choice(movementKinds)), {
    omitFromExample: true,
    example: 'arrival',
  })
  kind?: MovementKind;
}

@Dto('An airport.')
export class FlightAirportDto {
  @Field('ICAO code.', text(4, 4, /^[A-Z0-9]{4}$/), { example: 'EIDW' })
  icao!: string;

  @Field('IATA code; null without one.', nullable(text(3, 3, /^[A-Z0-9]{3}$/)), { example: 'DUB' })
  iata!: string | null;

  @Field('Name of the airport.', text(1, 120), { example: 'Dublin Airport' })
  name!: string;

  @Field('Country: two letters (ISO 3166-1); null if unknown.', nullable(text(2, 2)), { example: 'IE' })
  country!: string | null;

  static of({ icao, iata, name, country }: Airport): FlightAirportDto {
    return Object.assign(new FlightAirportDto(), { icao, iata, name, country });
  }
}

@Dto('The start or end of a flight.')
export class FlightEndDto {
  @Field('Time of the first or last position in flight (UTC).', timestamp(), { example: '2026-11-20T18:04:10.000Z' })
  at!: string;

  @Field(
    'Position at that time.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field(
    'The airport by position; null if the aircraft was first or last received in flight, or was on the ground at a ' +
      'place that no table of airports has.',
    nullable(object(() => FlightAirportDto)),
  )
  airport!: FlightAirportDto | null;

  @Field(
    'Certainty of the airport, from 0 (a guess) to 1 (certain); null without an airport.',
    nullable(number(0, 1)),
    {
      example: 0.97,
    },
  )
  confidence!: number | null;

  @Field(
    'Reason for the airport: `ground` (reports on the ground), `low` (first or last received low near it, in climb or ' +
      'descent); `in_flight` when the aircraft was first or last received in flight, so that the place is unknown.',
    choice(evidences),
    { example: 'ground' },
  )
  evidence!: Evidence;

  @Field(
    'Seconds between the nearest report on the ground and `at`; null without one.',
    nullable(integer(0, 10_000_000)),
    { example: 30 },
  )
  uncertaintySeconds!: number | null;

  static of({ at, lat, lon, airport, confidence, evidence, uncertaintyMs }: FlightEnd): FlightEndDto {
    return Object.assign(new FlightEndDto(), {
      at: new Date(at).toISOString(),
      position: { lat, lon },
      airport: airport === undefined ? null : FlightAirportDto.of(airport),
      confidence: airport === undefined ? null : Math.round(Math.max(0.05, confidence) * 100) / 100,
      evidence,
      uncertaintySeconds: uncertaintyMs === undefined ? null : Math.round(uncertaintyMs / 1_000),
    });
  }
}

@Dto('A flight of an aircraft, derived from its track.')
export class FlightDto {
  @Field(
    '24-bit address in hexadecimal; prefixed with `~` when it is not an ICAO address.',
    text(6, 7, /^~?[0-9a-f]{6}$/, 'six hexadecimal digits'),
    { example: '4ca2d6' },
  )
  icao24!: string;

  @Field(
    'Callsign that the aircraft reported for the longest part of the flight; null if unknown.',
    nullable(text(1, 120)),
    { example: 'EIN123' },
  )
  callsign!: string | null;

  @Field(
    'The route that a table (`SVC_ROUTE_TABLES`) lists for the callsign, compared with the flown track; null without ' +
      'one.',
    nullable(object(() => FlightRouteDto)),
  )
  route!: FlightRouteDto | null;

  @Field('Registration; null if unknown.', nullable(text(1, 120)), { example: 'EI-DEO' })
  registration!: string | null;

  @Field('ICAO type designator; null if unknown.', nullable(text(1, 120)), { example: 'A320' })
  aircraftType!: string | null;

  @Field(
    'The start of the flight.',
    object(() => FlightEndDto),
  )
  departure!: FlightEndDto;

  @Field('The end of the flight; null while the aircraft is in flight.', nullable(object(() => FlightEndDto)))
  arrival!: FlightEndDto | null;

  @Field('Whether the aircraft is in flight.', flag(), { example: false })
  isInFlight!: boolean;

  @Field('Seconds from the first to the last position in flight.', integer(0, 10_000_000), { example: 3_900 })
  durationSeconds!: number;

  @Field('Distance along the track in meters, straight across gaps.', integer(0, 1_000_000_000), { example: 449_000 })
  distanceMeters!: number;

  @Field('Fraction of the duration for which the track is known, from 0 to 1.', number(0, 1), { example: 1 })
  trackedFraction!: number;

  @Field('Greatest barometric altitude in feet; null if none was reported.', nullable(integer(-2_000, 130_000)), {
    example: 36_000,
  })
  maxAltitudeFeet!: number | null;

  @Field(
    'Reasons to doubt the flight: `gaps` (parts were not received), `position_jumps` (false positions were left out), ' +
      '`altitude_jumps` (false altitudes were left out), `several_aircraft` (the address was in two places at once, so ' +
      'that the aircraft may be another one), `near_other_airport` (another airport is nearly as near).',
    list(choice(flightWarnings), flightWarnings.length),
    { example: [] },
  )
  warnings!: FlightWarning[];

  @Field(
    'Provider of the latest report of the aircraft, and the time of the last position of the flight.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(one: AircraftFlight): FlightDto {
    return Object.assign(new FlightDto(), FlightDto.valuesOf(one));
  }

  protected static valuesOf({ flight, key, aircraft, callsign, route }: AircraftFlight): object {
    const { departure, arrival, lastAt, meters, trackedMs, maxAltitudeFeet, warnings } = flight;
    const durationMs = lastAt - departure.at;
    const provider = aircraft?.provider ?? 'unknown';
    return {
      icao24: idOf('aircraft', key),
      callsign: callsign ?? null,
      route: route === undefined ? null : FlightRouteDto.from(route),
      registration: aircraft?.registration ?? null,
      aircraftType: aircraft?.aircraftType ?? null,
      departure: FlightEndDto.of(departure),
      arrival: arrival === undefined ? null : FlightEndDto.of(arrival),
      isInFlight: arrival === undefined,
      durationSeconds: Math.round(durationMs / 1_000),
      distanceMeters: Math.round(meters),
      trackedFraction: durationMs === 0 ? 1 : Math.round((trackedMs / durationMs) * 1_000) / 1_000,
      maxAltitudeFeet: Number.isNaN(maxAltitudeFeet) ? null : Math.round(maxAltitudeFeet),
      warnings,
      provenance: ProvenanceDto.from({
        provider,
        asOf: new Date(lastAt),
        fetchedAt: new Date(aircraft?.receivedAt ?? lastAt),
        delaySeconds: 0,
        stale: false,
        warnings: warningsOf([provider]),
      }),
    };
  }
}

export const FlightPageDto = pageOf(FlightDto, 'FlightPageDto', 'A page of flights.');

@Dto('An arrival or departure at an airport, with its flight.')
export class MovementDto extends FlightDto {
  @Field('Whether the aircraft arrived or departed.', choice(movementKinds), { example: 'arrival' })
  kind!: MovementKind;

  @Field('Time of the movement: `at` of the end of the flight at this airport (UTC).', timestamp(), {
    example: '2026-11-20T19:09:10.000Z',
  })
  movedAt!: string;

  static override from(movement: AirportMovement): MovementDto {
    const { kind, end } = movement;
    const values = { kind, movedAt: new Date(end.at).toISOString() };
    return Object.assign(new MovementDto(), FlightDto.valuesOf(movement), values);
  }
}

export const MovementPageDto = pageOf(MovementDto, 'MovementPageDto', 'A page of movements at an airport.');
