import { Service } from 'typedi';
import { CallsignRepository } from '../history/objects/callsign.repository.js';
import { Airports } from '../tables/airports.service.js';
import { ListedRoutes } from '../tables/listed-routes.service.js';
import type { AircraftFlight } from './flight.js';
import { callsignDuring } from './flight-callsign.js';
import { checkRoute } from './route-check.js';

/** Adds the callsigns of flights, and the routes that tables list for them. */
@Service()
export class FlightLabels {
  constructor(
    private readonly callsigns: CallsignRepository,
    private readonly routes: ListedRoutes,
    private readonly airports: Airports,
  ) {}

  /** Returns flights of any aircraft with their callsigns and routes, in the given order. */
  async label<Labelled extends AircraftFlight>(flights: readonly Labelled[]): Promise<Labelled[]> {
    if (flights.length === 0) return [];
    const range = {
      from: Math.min(...flights.map(({ flight }) => flight.departure.at)),
      to: Math.max(...flights.map(({ flight }) => flight.lastAt)),
    };
    const reports = await this.callsigns.ofMany([...new Set(flights.map(({ key }) => key))], range);
    return flights.map((one) => {
      const { flight, key, aircraft } = one;
      // The latest callsign may not be stored yet.
      const callsign = callsignDuring(reports.get(key) ?? [], flight.departure.at, flight.lastAt) ?? one.callsign;
      const listed = callsign === undefined ? undefined : this.routes.find(callsign, aircraft?.provider ?? 'unknown');
      const route = listed && checkRoute(listed, flight, (icao) => this.airports.find(icao));
      return { ...one, callsign, route };
    });
  }
}
