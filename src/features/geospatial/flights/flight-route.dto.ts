import { Dto, Field } from '../../../api/field.js';
import { choice, list, nullable, object, text } from '../../../api/rules.js';
import {
  type FlightRoute,
  type RouteAirport,
  type RouteStatus,
  type RouteWithdrawal,
  routeStatuses,
  routeWithdrawals,
} from './flight-route.js';

@Dto('An airport of a route. Name, IATA code and country are null if no table of airports has the airport.')
export class RouteAirportDto {
  @Field('ICAO code.', text(4, 4, /^[A-Z0-9]{4}$/), { example: 'EIDW' })
  icao!: string;

  @Field('IATA code; null without one.', nullable(text(3, 3, /^[A-Z0-9]{3}$/)), { example: 'DUB' })
  iata!: string | null;

  @Field('Name of the airport; null if unknown.', nullable(text(1, 120)), { example: 'Dublin Airport' })
  name!: string | null;

  @Field('Country: two letters (ISO 3166-1); null if unknown.', nullable(text(2, 2)), { example: 'IE' })
  country!: string | null;

  static of({ icao, airport }: RouteAirport): RouteAirportDto {
    const { iata = null, name = null, country = null } = airport ?? {};
    return Object.assign(new RouteAirportDto(), { icao, iata, name, country });
  }
}

@Dto('The route that a table lists for the callsign of a flight, compared with the flown track.')
export class FlightRouteDto {
  @Field(
    'ICAO codes of the airports as listed, in the order of the flight.',
    list(text(4, 4, /^[A-Z0-9]{4}$/), 10, 2),
    {
      example: ['EIDW', 'EGLL'],
    },
  )
  airports!: readonly string[];

  @Field(
    'First airport of the leg that the track fits best; null for a withdrawn route, and without a position.',
    nullable(object(() => RouteAirportDto)),
  )
  origin!: RouteAirportDto | null;

  @Field(
    'Last airport of the leg that the track fits best; null for a withdrawn route, and without a position.',
    nullable(object(() => RouteAirportDto)),
  )
  destination!: RouteAirportDto | null;

  @Field(
    'Result of the comparison with the flown track: `confirmed` (the flight began and ended at the airports of a leg), ' +
      '`plausible` (the track leads along a leg), `unchecked` (the track is not compared yet, a table of airports ' +
      'lacks an airport of the leg, or the positions may be of several aircraft), `withdrawn` (the track contradicts ' +
      'all legs, so that the route is not that of the flight).',
    choice(routeStatuses),
    { example: 'confirmed' },
  )
  status!: RouteStatus;

  @Field(
    'Reason for which the route is withdrawn: `departed_elsewhere` and `landed_elsewhere` (more than 20 km from the ' +
      'listed airport), `off_route` (far off the way between the airports), `moving_away` (from the destination). Null ' +
      'for a route that is not withdrawn.',
    nullable(choice(routeWithdrawals)),
    { example: null },
  )
  withdrawnBecause!: RouteWithdrawal | null;

  @Field(
    'Table that lists the route: `standingdata`, `table` for one of the operator of the service, or `simulator`.',
    text(1, 120),
    { example: 'standingdata' },
  )
  source!: string;

  static from({ airports, leg, status, withdrawal, source }: FlightRoute): FlightRouteDto {
    const [origin, destination] = leg ?? [];
    return Object.assign(new FlightRouteDto(), {
      airports,
      origin: origin === undefined ? null : RouteAirportDto.of(origin),
      destination: destination === undefined ? null : RouteAirportDto.of(destination),
      status,
      withdrawnBecause: withdrawal ?? null,
      source,
    });
  }
}
