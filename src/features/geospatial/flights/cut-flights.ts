import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import type { NearAirport } from '../tables/airports.service.js';
import type { Fix } from '../track-point.js';
import type { Flight, FlightEnd, FlightWarning } from './flight.js';
import { separateTracks } from './separate-tracks.js';

/** Speed (knots) up to which an aircraft that reports no altitude is on the ground: below the speeds of take-off. */
const GROUND_KNOTS = 80;
/** Speed (knots) from which an aircraft without a reported altitude is in flight: above the speeds of landing. */
const FLYING_KNOTS = 180;
/** Speed (knots) and height above an airport (feet) below which an aircraft with an altitude is on its ground. */
const TAXI_KNOTS = 40;
const TAXI_FEET = 1_500;
/** Maximum distance (m) of a report on the ground from the reference point of its airport. */
const AIRPORT_METERS = 6_000;
/** Distance (m) and height (feet) near an airport from which a climb or descent counts as a take-off or landing. */
const LOW_METERS = 20_000;
const LOW_FEET = 4_000;
/** Change of altitude (feet) within this time (ms) that counts as a climb or descent. */
const TREND_FEET = 200;
const TREND_MS = 4 * MINUTE_MS;
/** Time between a report on the ground and one in flight (ms), and distance (m), within which they belong together. */
const ROLL_MS = 45 * MINUTE_MS;
const ROLL_METERS = 10_000;
/**
 * A gap of at least this time (ms) ends a flight if the aircraft covered less than this fraction of the distance that
 * it would have flown at the slower of its speeds before and after, since it has then landed in between.
 */
const LANDED_GAP_MS = 20 * MINUTE_MS;
const LANDED_FRACTION = 0.4;
const MAX_GAP_MS = 16 * HOUR_MS;
/** A flight is longer than this (ms), or ends farther than this from its start (m). */
const MIN_FLIGHT_MS = 3 * MINUTE_MS;
const MIN_FLIGHT_METERS = 5_000;
/** Rate (feet per minute) that no aircraft climbs or descends at, and the least change (feet) of a false altitude. */
const MAX_FEET_PER_MINUTE = 20_000;
const FALSE_FEET = 3_000;
/** Distance (m) by which another airport may be farther than the nearest one and still be the right one. */
const OTHER_AIRPORT_METERS = 4_000;

export interface CutOptions {
  /** Time (ms) between positions from which a track has a gap. */
  idleMs: number;
  /** Flights whose last position is later than this (ms) and that have not landed are still in flight. */
  openSince: number;
  near(lat: number, lon: number, meters: number): NearAirport[];
}

type Phase = 'ground' | 'air' | undefined;

/**
 * Cuts a track into flights, in the order of their starts. Positions that one aircraft cannot have reached are
 * separated first (`separateTracks`): those of a second aircraft with the address become flights of their own, with a
 * warning, and false ones are left out.
 * @param points of one address, oldest first
 */
export function cutFlights(points: readonly Fix[], options: CutOptions): Flight[] {
  const { tracks, jumps } = separateTracks(points);
  const cut = tracks.flatMap((track) => new TrackCutter(track, options).flights());
  const kept = cut.filter((flight) => !cut.some((other) => isFalsePart(flight, other)));
  for (const flight of kept) {
    const others = cut.filter((other) => other !== flight && overlaps(flight, other));
    const jumped = jumps.some((at) => at >= flight.departure.at && at <= flight.lastAt);
    if (jumped || others.some((other) => !kept.includes(other))) warn(flight, 'position_jumps');
    if (!others.some((other) => kept.includes(other))) continue;
    warn(flight, 'several_aircraft');
    for (const end of [flight.departure, flight.arrival]) if (end !== undefined) end.confidence /= 2;
  }
  return kept.sort((one, other) => one.departure.at - other.departure.at);
}

function warn({ warnings }: Flight, warning: FlightWarning): void {
  if (!warnings.includes(warning)) warnings.push(warning);
}

const overlaps = (one: Flight, other: Flight): boolean =>
  Math.min(one.lastAt, other.lastAt) - Math.max(one.departure.at, other.departure.at) > 2 * MINUTE_MS;

/** Maximum distance (m) of false positions from their first one: jammed receivers report circles. */
const CIRCLE_METERS = 40_000;

/**
 * True if a flight consists of false positions of an aircraft that makes another flight at the time: it neither starts
 * nor ends at a place, and it fills a gap of the other flight or stays in one area.
 */
function isFalsePart(flight: Flight, other: Flight): boolean {
  if (flight === other || !overlaps(flight, other)) return false;
  const isPlaced = (end?: FlightEnd) => end !== undefined && end.evidence !== 'in_flight';
  if (isPlaced(flight.departure) || isPlaced(flight.arrival)) return false;
  const [from, to] = [flight.departure.at, flight.lastAt];
  const isLonger = other.lastAt - other.departure.at > to - from;
  if (!isLonger && !isPlaced(other.departure) && !isPlaced(other.arrival)) return false;
  if (!other.path.some(({ observedAt }) => observedAt > from && observedAt < to)) return true;
  const [first] = flight.path as [Fix];
  return flight.path.every(({ lat, lon }) => distanceMeters(first.lat, first.lon, lat, lon) < CIRCLE_METERS);
}

/** Cuts the track of one aircraft. */
class TrackCutter {
  private readonly altitudes: readonly number[];
  private readonly falseAltitudes: ReadonlySet<number>;
  private readonly phases: readonly Phase[];

  constructor(
    private readonly track: readonly Fix[],
    private readonly options: CutOptions,
  ) {
    this.falseAltitudes = falseAltitudesOf(track);
    this.altitudes = track.map(({ altitudeFeet }, at) => (this.falseAltitudes.has(at) ? Number.NaN : altitudeFeet));
    this.phases = track.map((fix, at) => this.phaseOf(fix, this.altitudes[at] as number, this.falseAltitudes.has(at)));
  }

  flights(): Flight[] {
    const flights: Flight[] = [];
    /** Index of the first position in flight, and of the last one. */
    let first = -1;
    let last = -1;
    let ground = -1;
    const end = (landedAt: number) => {
      const flight = first < 0 ? undefined : this.flightOf(ground, first, last, landedAt);
      if (flight !== undefined) flights.push(flight);
      first = -1;
      ground = landedAt;
    };
    for (let at = 0; at < this.track.length; at += 1) {
      const phase = this.phases[at];
      if (phase === 'ground') {
        if (first >= 0) end(at);
        ground = at;
      } else if (phase === 'air') {
        if (first >= 0 && this.isLandingBetween(last, at)) end(-1);
        if (first < 0) first = at;
        last = at;
      }
    }
    end(-1);
    return flights;
  }

  private phaseOf(fix: Fix, altitudeFeet: number, isFalse: boolean): Phase {
    const { speedKnots, lat, lon } = fix;
    // A false altitude says only that the aircraft reports one, as aircraft in flight do.
    if (isFalse) return speedKnots > GROUND_KNOTS ? 'air' : undefined;
    if (Number.isNaN(altitudeFeet)) {
      if (speedKnots <= GROUND_KNOTS) return 'ground';
      return speedKnots >= FLYING_KNOTS ? 'air' : undefined;
    }
    if (!(speedKnots <= TAXI_KNOTS)) return 'air';
    const [nearest] = this.options.near(lat, lon, AIRPORT_METERS);
    return nearest !== undefined && altitudeFeet <= (nearest.airport.elevationFeet ?? 0) + TAXI_FEET ? 'ground' : 'air';
  }

  /** True if the aircraft has landed between two positions in flight, since it covered too little of the distance. */
  private isLandingBetween(before: number, after: number): boolean {
    const [one, other] = [this.track[before] as Fix, this.track[after] as Fix];
    const gapMs = other.observedAt - one.observedAt;
    if (gapMs < LANDED_GAP_MS) return false;
    if (gapMs > MAX_GAP_MS) return true;
    const speeds = [one.speedKnots, other.speedKnots].filter((speed) => speed > GROUND_KNOTS);
    const flown = Math.min(...speeds, 450) * KNOTS_IN_METERS_PER_SECOND * (gapMs / SECOND_MS);
    return distanceMeters(one.lat, one.lon, other.lat, other.lon) < flown * LANDED_FRACTION;
  }

  /**
   * @param ground index of the last report on the ground before; -1 without one
   * @param landed index of the first report on the ground after; -1 without one
   */
  private flightOf(ground: number, first: number, last: number, landed: number): Flight | undefined {
    const path = this.track.slice(first, last + 1).filter((_, at) => this.phases[first + at] === 'air');
    const [start, stop] = [this.track[first] as Fix, this.track[last] as Fix];
    const isLong = stop.observedAt - start.observedAt >= MIN_FLIGHT_MS;
    if (!isLong && distanceMeters(start.lat, start.lon, stop.lat, stop.lon) < MIN_FLIGHT_METERS) return undefined;
    const warnings: FlightWarning[] = [];
    const departure = this.endOf(first, ground, 1, warnings);
    const isOpen = landed < 0 && last === this.phases.lastIndexOf('air') && stop.observedAt > this.options.openSince;
    const arrival = isOpen ? undefined : this.endOf(last, landed, -1, warnings);
    let [meters, trackedMs] = [0, 0];
    for (let at = 1; at < path.length; at += 1) {
      const [one, other] = [path[at - 1] as Fix, path[at] as Fix];
      const ms = other.observedAt - one.observedAt;
      meters += distanceMeters(one.lat, one.lon, other.lat, other.lon);
      if (ms <= this.options.idleMs) trackedMs += ms;
    }
    if (trackedMs < stop.observedAt - start.observedAt) warnings.push('gaps');
    const within = (at: number) => at >= first && at <= last;
    if ([...this.falseAltitudes].some(within)) warnings.push('altitude_jumps');
    const altitudes = this.altitudes.slice(first, last + 1).filter((feet) => !Number.isNaN(feet));
    const maxAltitudeFeet =
      altitudes.length === 0 ? Number.NaN : altitudes.reduce((most, feet) => Math.max(most, feet));
    return { departure, arrival, lastAt: stop.observedAt, meters, trackedMs, maxAltitudeFeet, warnings, path };
  }

  /**
   * Describes the start or end of a flight.
   * @param at index of the first or last position in flight
   * @param grounded index of the neighboring report on the ground; -1 without one
   * @param step 1 at the start, -1 at the end: towards the flight
   */
  private endOf(at: number, grounded: number, step: 1 | -1, warnings: FlightWarning[]): FlightEnd {
    const fix = this.track[at] as Fix;
    const { lat, lon, observedAt } = fix;
    const end: FlightEnd = { at: observedAt, lat, lon, evidence: 'in_flight', confidence: 0 };
    const ground = grounded < 0 ? undefined : this.track[grounded];
    const apart = ground && distanceMeters(lat, lon, ground.lat, ground.lon);
    const uncertaintyMs = ground && Math.abs(ground.observedAt - observedAt);
    const isRoll =
      (uncertaintyMs ?? Number.POSITIVE_INFINITY) <= ROLL_MS || (apart ?? Number.POSITIVE_INFINITY) <= ROLL_METERS;
    if (ground !== undefined && isRoll) {
      const airport = this.airportAt(ground.lat, ground.lon, AIRPORT_METERS, warnings);
      const confidence = airport === undefined ? 0 : 0.98 - (0.1 * airport.meters) / AIRPORT_METERS - airport.doubt;
      return { ...end, evidence: 'ground', airport: airport?.airport, confidence, uncertaintyMs };
    }
    const height = (airport: NearAirport) => (this.altitudes[at] as number) - (airport.airport.elevationFeet ?? 0);
    if (!this.isTrend(at, step)) return end;
    const airport = this.airportAt(lat, lon, LOW_METERS, warnings, (one) => height(one) <= LOW_FEET);
    if (airport === undefined) return end;
    const confidence =
      0.8 - (0.2 * airport.meters) / LOW_METERS - (0.2 * Math.max(0, height(airport))) / LOW_FEET - airport.doubt;
    return { ...end, evidence: 'low', airport: airport.airport, confidence };
  }

  /** Returns the nearest airport and the doubt about it if another one is nearly as near. */
  private airportAt(
    lat: number,
    lon: number,
    meters: number,
    warnings: FlightWarning[],
    fits: (airport: NearAirport) => boolean = () => true,
  ): (NearAirport & { doubt: number }) | undefined {
    const [nearest, other] = this.options.near(lat, lon, meters + OTHER_AIRPORT_METERS).filter(fits);
    if (nearest === undefined || nearest.meters > meters) return undefined;
    if (other === undefined || other.meters > nearest.meters + OTHER_AIRPORT_METERS) return { ...nearest, doubt: 0 };
    if (!warnings.includes('near_other_airport')) warnings.push('near_other_airport');
    return { ...nearest, doubt: 0.3 };
  }

  /** True if the altitude increases from a position towards the flight. */
  private isTrend(at: number, step: 1 | -1): boolean {
    const from = this.altitudes[at] as number;
    const { observedAt } = this.track[at] as Fix;
    for (let next = at + step; next >= 0 && next < this.track.length; next += step) {
      if (Math.abs((this.track[next] as Fix).observedAt - observedAt) > TREND_MS) return false;
      if ((this.altitudes[next] as number) >= from + TREND_FEET) return true;
      if ((this.altitudes[next] as number) <= from - TREND_FEET) return false;
    }
    return false;
  }
}

/**
 * Returns the indexes of altitudes that the aircraft cannot have had: they differ from those before and after by more
 * than it can climb or descend, while these agree with each other. Decoding errors and swapped values look like this.
 */
function falseAltitudesOf(track: readonly Fix[]): ReadonlySet<number> {
  const known = track.flatMap(({ altitudeFeet }, at) => (Number.isNaN(altitudeFeet) ? [] : [at]));
  const found = new Set<number>();
  let before = known[0] ?? -1;
  for (let place = 1; place < known.length; place += 1) {
    const at = known[place] as number;
    const isJump = isAltitudeJump(track[before] as Fix, track[at] as Fix);
    // A jump after which the altitude stays is a change of the reference, or a late report; only short ones are false.
    const back = isJump
      ? known.slice(place + 1, place + 4).some((next) => !isAltitudeJump(track[before] as Fix, track[next] as Fix))
      : false;
    if (back) found.add(at);
    else before = at;
  }
  return found;
}

function isAltitudeJump(one: Fix, other: Fix): boolean {
  const feet = Math.abs(other.altitudeFeet - one.altitudeFeet);
  const minutes = Math.max(1 / 60, Math.abs(other.observedAt - one.observedAt) / MINUTE_MS);
  return feet > FALSE_FEET && feet / minutes > MAX_FEET_PER_MINUTE;
}
