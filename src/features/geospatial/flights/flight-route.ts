import type { Airport } from '../reference/airport-list.js';
import type { ListedRoute } from '../tables/listed-routes.service.js';

/**
 * Results of the comparison of a flown track with the listed route. `confirmed`: the flight began and ended at the
 * airports of a leg. `plausible`: the track leads along a leg so far. `unchecked`: too little of the track or of the
 * airports is known. `withdrawn`: the track contradicts every leg.
 */
export const routeStatuses = ['confirmed', 'plausible', 'unchecked', 'withdrawn'] as const;
export type RouteStatus = (typeof routeStatuses)[number];

/**
 * Reasons for which a route is withdrawn: the flight began or ended at another airport, was far off the way between
 * the airports, or moves away from the destination.
 */
export const routeWithdrawals = ['departed_elsewhere', 'landed_elsewhere', 'off_route', 'moving_away'] as const;
export type RouteWithdrawal = (typeof routeWithdrawals)[number];

/** An airport of a route; without a position if no table of airports has it. */
export interface RouteAirport {
  icao: string;
  airport?: Airport;
}

/** The listed route of a flight after the comparison with its track. */
export interface FlightRoute extends ListedRoute {
  status: RouteStatus;
  /** The leg that the track fits best; undefined for a withdrawn route. */
  leg?: readonly [origin: RouteAirport, destination: RouteAirport];
  /** Set for a withdrawn route. */
  withdrawal?: RouteWithdrawal;
}
