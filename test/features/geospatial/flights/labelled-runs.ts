import { cutFlights } from '../../../../src/features/geospatial/flights/cut-flights.js';
import type { Flight, FlightEnd } from '../../../../src/features/geospatial/flights/flight.js';
import { TrackThinner } from '../../../../src/features/geospatial/history/recording/track-thinner.js';
import { significance } from '../../../../src/features/geospatial/history/significance.js';
import type {
  SimulatedAircraft,
  SimulatedFlight,
} from '../../../../src/features/geospatial/simulator/simulated-aircraft.js';
import { Airports } from '../../../../src/features/geospatial/tables/airports.service.js';
import type { Fix } from '../../../../src/features/geospatial/track-point.js';
import { HOUR, MINUTE, SECOND } from '../../../support/service-for.js';

export const IDLE = 5 * MINUTE;
const airports = new Airports();
const near = airports.near.bind(airports);

/** Changes or removes reports, as bad reception does. */
export type Reception = (fix: Fix, key: number) => Fix | undefined;

/** Returns the stored points of a simulated aircraft in a time range (ms), as the service would store them. */
export function storedTrack(
  world: SimulatedAircraft,
  key: number,
  from: number,
  to: number,
  receive: Reception = (fix) => fix,
): Fix[] {
  const points: Fix[] = [];
  const thinner = new TrackThinner(significance.aircraft, (_, fix) => void points.push({ ...fix }));
  let last = Number.NEGATIVE_INFINITY;
  for (let at = from; at < to; at += 8 * SECOND) {
    const state = world.stateOf(key, at);
    const { lat = 0, lon = 0, onGround, altitudeFeet = 0, groundSpeedKnots = 0, trackDegrees = 0 } = state ?? {};
    const motion = { speedKnots: groundSpeedKnots, courseDegrees: trackDegrees };
    const altitude = onGround ? Number.NaN : Math.round(altitudeFeet / 25) * 25;
    const fix = state && receive({ lat, lon, observedAt: at, ...motion, altitudeFeet: altitude }, key);
    if (fix !== undefined) {
      thinner.take(key, fix);
      last = at;
    } else if (at - last === IDLE) thinner.end(key);
  }
  thinner.keepAll();
  return points;
}

export const cut = (points: readonly Fix[], now = Number.POSITIVE_INFINITY): Flight[] =>
  cutFlights(points, { idleMs: IDLE, openSince: now - IDLE, near });

/** Numbers of flights: labelled, found with both airports, and found as labelled. */
export interface Score {
  labelled: number;
  stated: number;
  right: number;
  /** Flights with other airports or times than labelled. */
  wrong: number;
  /** Those of them without a warning. */
  unwarned: number;
}

/** True if an end of a flight has the airport, and its time within the stated uncertainty and five minutes. */
const isEnd = (end: FlightEnd | undefined, iata: string, at: number): boolean =>
  end?.airport?.iata === iata && Math.abs(end.at - at) < 5 * MINUTE + (end.uncertaintyMs ?? 0);

const isMatch = (flight: Flight, { origin, destination, departedAt, arrivedAt }: SimulatedFlight): boolean =>
  isEnd(flight.departure, origin, departedAt) && isEnd(flight.arrival, destination, arrivedAt);

/** Compares derived flights with labelled ones that are in the range as a whole. */
export function scoreOf(
  flights: readonly Flight[],
  labels: readonly SimulatedFlight[],
  from: number,
  to: number,
): Score {
  const whole = labels.filter(({ departedAt, arrivedAt }) => departedAt > from + MINUTE && arrivedAt < to - MINUTE);
  const stated = flights.filter(({ departure, arrival }) => departure.airport && arrival?.airport);
  const right = whole.filter((label) => flights.some((flight) => isMatch(flight, label)));
  const wrong = stated.filter((flight) => !labels.some((label) => isMatch(flight, label)));
  const unwarned = wrong.filter(({ warnings }) => warnings.length === 0);
  const found = { stated: stated.length, right: right.length, wrong: wrong.length, unwarned: unwarned.length };
  return { labelled: whole.length, ...found };
}

const none: Score = { labelled: 0, stated: 0, right: 0, wrong: 0, unwarned: 0 };

export const sumOf = (scores: readonly Score[]): Score =>
  scores.reduce((sum, score) => {
    const names = Object.keys(none) as Array<keyof Score>;
    return Object.fromEntries(names.map((name) => [name, sum[name] + score[name]])) as unknown as Score;
  }, none);

/** Returns the score of the first aircraft of a world over a day and a half. */
export function labelledRun(world: SimulatedAircraft, aircraft: number, receive?: Reception): Score {
  const from = Date.UTC(2026, 10, 20);
  const to = from + 36 * HOUR;
  return sumOf(
    world.addresses.slice(0, aircraft).map((key) => {
      const labels = world.flightsOf(key, from, to);
      return scoreOf(cut(storedTrack(world, key, from, to, receive)), labels, from, to);
    }),
  );
}

/** Returns a reception without reports on the ground, and below a height (feet). */
export const withoutGround =
  (feet: number): Reception =>
  (fix) =>
    fix.altitudeFeet >= feet ? fix : undefined;

/** Returns a reception with gaps of a length (ms) in each period (ms), at another time for each aircraft. */
export const withGaps =
  (lengthMs: number, everyMs: number): Reception =>
  (fix, key) =>
    (fix.observedAt + key * 7_919_000) % everyMs < lengthMs ? undefined : fix;
