import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { keyOf } from '../layer.js';
import { FlightDto, FlightPageDto, FlightsQuery, MovementDto, MovementPageDto, MovementsQuery } from './flight.dto.js';
import { FlightLabels } from './flight-labels.service.js';
import { Flights } from './flights.service.js';
import { MAX_MOVEMENT_DAYS, Movements } from './movements.service.js';

@Service()
@Authorized()
@JsonController('/geospatial')
export class FlightsController {
  constructor(
    private readonly flights: Flights,
    private readonly movements: Movements,
    private readonly labels: FlightLabels,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/aircraft/:icao24/flights')
  @Endpoint({
    summary: 'List flights of an aircraft',
    description:
      'Lists the flights of an aircraft, latest first, cut from its stored track: from the first to the last position ' +
      'in flight between reports on the ground, or between gaps in which it must have landed. Airports follow from the ' +
      'position, with a certainty and its reason; a start or end that was not received is stated as unknown. Positions ' +
      'that one aircraft cannot have reached are separated: two aircraft with one address have a warning, and false ' +
      'positions are left out. The route that a table lists for the callsign is withdrawn if the track contradicts it. The ' +
      'list is empty for an unknown aircraft.',
    returns: FlightPageDto,
    params: {
      icao24: {
        description:
          '24-bit address in hexadecimal, case-insensitive; prefixed with `~` when it is not an ICAO address.',
        rule: text(6, 7, /^~?[0-9A-Fa-f]{6}$/, 'an address such as 4ca2d6'),
        example: '4ca2d6',
      },
    },
    lane: 'reads',
  })
  async listFlights(
    @Param('icao24') icao24: string,
    @QueryParams() { limit, cursor, from, to }: FlightsQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`flights:${JSON.stringify([icao24, from, to])}`, limit, cursor);
    const before = page.after === undefined ? Number.POSITIVE_INFINITY : Number(page.after[0]);
    const range = this.flights.rangeOf({ from, to });
    const flights = await this.flights.list(keyOf('aircraft', icao24) as number, range);
    const rest = flights.filter(({ flight }) => flight.departure.at < before).slice(0, page.fetch);
    return page.answer(await this.labels.label(rest), ({ flight }) => [flight.departure.at], FlightDto.from);
  }

  @Get('/airports/:icao/movements')
  @Endpoint({
    summary: 'List movements at an airport',
    description:
      'Lists arrivals and departures at an airport, latest first, with their flights: aircraft, the other airport if it ' +
      'is known, certainty and warnings as in `GET /geospatial/aircraft/{icao24}/flights`. Airports are those of the ' +
      'built-in table, which has 280 large ones, and of `SVC_AIRPORT_TABLES`; 404 for others. Aircraft that are not ' +
      'received at low altitude near the airport are missing.',
    returns: MovementPageDto,
    params: {
      icao: {
        description: 'ICAO code of the airport, case-insensitive.',
        rule: text(4, 4, /^[A-Za-z0-9]{4}$/, 'an ICAO code such as EIDW'),
        example: 'EIDW',
      },
    },
    errors: ['not_found'],
    lane: 'reads',
  })
  async listMovements(
    @Param('icao') icao: string,
    @QueryParams() { limit, cursor, from, to, kind }: MovementsQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`movements:${JSON.stringify([icao, from, to, kind])}`, limit, cursor);
    const airport = this.movements.airport(icao);
    const [at, key] = page.after ?? [];
    const after = page.after && ([Number(at), Number(key)] as const);
    const range = this.flights.rangeOf({ from, to }, MAX_MOVEMENT_DAYS);
    const found = await this.movements.list(airport, range, page.fetch, { kind, after });
    return page.answer(
      await this.labels.label(found),
      ({ end, key: aircraft }) => [end.at, aircraft],
      MovementDto.from,
    );
  }
}
