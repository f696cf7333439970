import type { Airport } from '../reference/airport-list.js';
import { distanceMeters } from '../sphere.js';
import type { ListedRoute } from '../tables/listed-routes.service.js';
import type { Flight, FlightEnd } from './flight.js';
import {
  type FlightRoute,
  type RouteAirport,
  type RouteStatus,
  type RouteWithdrawal,
  routeStatuses,
} from './flight-route.js';

/** Certainty of an airport from which the start or the end of a flight counts. */
const MIN_CONFIDENCE = 0.5;
/** Certainty of an airport from which it contradicts a listed one whose place is unknown. */
const SURE_CONFIDENCE = 0.9;
/** Distance (m) from which another airport contradicts the listed one: airports of one city are nearer. */
const ELSEWHERE_METERS = 20_000;
/**
 * Length (m, and as a fraction of the leg) by which the way over a position may be longer than the leg: aircraft fly
 * around weather and closed airspace, and wait.
 */
const DETOUR_METERS = 150_000;
const DETOUR_FRACTION = 0.35;
/** Distance (m, and as a fraction of the leg) by which an aircraft may move away from its destination. */
const AWAY_METERS = 150_000;
const AWAY_FRACTION = 0.2;

/** Compares the route that a table lists with the flown track. @param find returns an airport by its ICAO code */
export function checkRoute(
  route: ListedRoute,
  flight: Flight,
  find: (icao: string) => Airport | undefined,
): FlightRoute {
  const places = route.airports.map((icao): RouteAirport => ({ icao, airport: find(icao) }));
  const legs = places.slice(1).map((destination, at) => {
    const leg = [places[at] as RouteAirport, destination] as const;
    return { leg, ...checkLeg(leg, flight) };
  });
  const rank = (status: RouteStatus) => routeStatuses.indexOf(status);
  const [best] = legs.sort((one, other) => rank(one.status) - rank(other.status) || one.meters - other.meters);
  if (best === undefined) return { ...route, status: 'unchecked' };
  const { leg, status, withdrawal } = best;
  return status === 'withdrawn' ? { ...route, status, withdrawal } : { ...route, status, leg };
}

interface CheckedLeg {
  status: RouteStatus;
  withdrawal?: RouteWithdrawal;
  /** Greatest detour of the track (m). */
  meters: number;
}

function checkLeg([origin, destination]: readonly [RouteAirport, RouteAirport], flight: Flight): CheckedLeg {
  const { departure, arrival, warnings } = flight;
  const withdrawn = (withdrawal: RouteWithdrawal, meters: number): CheckedLeg => ({
    status: 'withdrawn',
    withdrawal,
    meters,
  });
  if (isElsewhere(departure, origin)) return withdrawn('departed_elsewhere', 0);
  if (arrival !== undefined && isElsewhere(arrival, destination)) return withdrawn('landed_elsewhere', 0);
  // Positions of another aircraft with the address say nothing about the route.
  const isMixed = warnings.includes('several_aircraft') || warnings.includes('position_jumps');
  const { meters, allowed } = detourOf(flight, origin.airport, destination.airport);
  if (!isMixed && meters > allowed) return withdrawn('off_route', meters);
  if (!isMixed && isMovingAway(flight, destination.airport)) return withdrawn('moving_away', meters);
  if (isAt(departure, origin) && isAt(arrival, destination)) return { status: 'confirmed', meters };
  const isKnown = origin.airport !== undefined && destination.airport !== undefined;
  return { status: isKnown && !isMixed ? 'plausible' : 'unchecked', meters };
}

const isCertain = (end: FlightEnd | undefined): end is FlightEnd & { airport: Airport } =>
  end?.airport !== undefined && end.confidence >= MIN_CONFIDENCE;

const isAt = (end: FlightEnd | undefined, { icao }: RouteAirport): boolean =>
  isCertain(end) && end.airport.icao === icao;

function isElsewhere(end: FlightEnd, { icao, airport }: RouteAirport): boolean {
  if (!isCertain(end)) return false;
  // The place of a listed airport may be unknown, while reports on the ground of another one leave no doubt.
  if (airport === undefined) return end.airport.icao !== icao && end.confidence >= SURE_CONFIDENCE;
  return distanceMeters(end.airport.lat, end.airport.lon, airport.lat, airport.lon) > ELSEWHERE_METERS;
}

/** Returns by how much the way over the farthest position of the track is longer than the leg, and may be (m). */
function detourOf({ path }: Flight, from?: Airport, to?: Airport): { meters: number; allowed: number } {
  if (from === undefined || to === undefined) return { meters: 0, allowed: 0 };
  const direct = distanceMeters(from.lat, from.lon, to.lat, to.lon);
  const longest = path.reduce((most, { lat, lon }) => {
    const over = distanceMeters(from.lat, from.lon, lat, lon) + distanceMeters(lat, lon, to.lat, to.lon);
    return Math.max(most, over);
  }, direct);
  return { meters: longest - direct, allowed: Math.max(DETOUR_METERS, direct * DETOUR_FRACTION) };
}

/** True if the aircraft is much farther from the destination than it has been. */
function isMovingAway({ path }: Flight, to?: Airport): boolean {
  if (to === undefined) return false;
  const left = path.map(({ lat, lon }) => distanceMeters(lat, lon, to.lat, to.lon));
  const [first = 0] = left;
  const least = left.reduce((nearest, meters) => Math.min(nearest, meters), first);
  return (left.at(-1) ?? 0) - least > Math.max(AWAY_METERS, first * AWAY_FRACTION);
}
