import { MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import type { PastHold } from '../simulated-flights.js';
import type { Fix } from '../track-point.js';
import type { Aircraft, Leg } from './aircraft-round.js';
import { reportAt } from './fleet.js';
import type { Flight, FlightState } from './flight.js';
import { RACETRACK_STEP_MS } from './racetrack.js';

/**
 * Time between two points of a track (ms): less than the default time after which a track has a gap
 * (`SVC_AIRCRAFT_TTL_SECONDS`).
 */
const TRACK_STEP_MS = 280 * SECOND_MS;
/** Times (ms) from a take-off and to a landing at which tracks have further points, so that airports are certain. */
const RUNWAY_STEPS_MS = [MINUTE_MS, 2 * MINUTE_MS] as const;
/** Time before and after a hold (ms) for which the reports are part of it: the detector ends it after four minutes. */
const AROUND_HOLD_MS = 6 * MINUTE_MS;
/** Longest time between two reports (ms). */
const MAX_EVERY_MS = 10 * SECOND_MS;

const stepsOfFlights = new WeakMap<Flight, readonly number[]>();

/** A flight of an aircraft at a time. */
export interface FlownLeg {
  leg: Leg;
  /** Time at which the aircraft leaves the stand (ms). */
  begin: number;
}

/** Yields the flights of an aircraft, from stand to stand, that touch a time range (ms), oldest first. */
export function* legsBetween({ legs, roundMs, offsetMs }: Aircraft, from: number, to: number): Generator<FlownLeg> {
  for (let round = Math.floor((from + offsetMs) / roundMs); round * roundMs - offsetMs < to; round += 1) {
    for (const leg of legs) {
      const begin = round * roundMs - offsetMs + leg.startMs;
      if (begin + leg.flight.durationMs >= from && begin < to) yield { leg, begin };
    }
  }
}

/**
 * Yields the positions that show the track of an aircraft in a time range (ms), oldest first: one in five minutes, and
 * more around take-offs and landings, changes of speed and altitude, and in holds.
 */
export function* trackOf(aircraft: Aircraft, from: number, to: number): Generator<Fix> {
  for (const { leg, begin } of legsBetween(aircraft, from, to)) {
    let last = Number.NEGATIVE_INFINITY;
    for (const step of stepsOf(leg.flight)) {
      const at = reportAt(aircraft, begin + step);
      if (at <= last || at < from || at >= to || at > begin + leg.flight.durationMs) continue;
      last = at;
      yield fixOf(leg.flight.at(at - begin), at);
    }
  }
}

/** Yields the holds of an aircraft that touch a time range (ms), oldest first. */
export function* holdsOf(aircraft: Aircraft, from: number, to: number): Generator<PastHold> {
  for (const { leg, begin } of legsBetween(aircraft, from, to)) {
    const { hold } = leg.flight;
    if (hold === undefined || begin + hold.toMs < from || begin + hold.fromMs >= to) continue;
    const { callsign } = leg;
    const category = aircraft.kind.category;
    yield {
      from: begin + hold.fromMs,
      to: begin + hold.toMs,
      callsign,
      category,
      reports: reportsOfHold(aircraft, leg, begin, to),
    };
  }
}

/** Yields all reports of an aircraft around its hold, before a time (ms). */
function* reportsOfHold(aircraft: Aircraft, { flight }: Leg, begin: number, to: number): Generator<Fix> {
  const { fromMs = 0, toMs = 0 } = flight.hold ?? {};
  const first = reportAt(aircraft, begin + fromMs - AROUND_HOLD_MS);
  const end = Math.min(begin + toMs + AROUND_HOLD_MS, begin + flight.airborne.toMs, to);
  for (let at = first; at < end; at += aircraft.every * SECOND_MS) yield fixOf(flight.at(at - begin), at);
}

/** Returns the times of a flight (ms) near which its track has points, ascending. */
function stepsOf(flight: Flight): readonly number[] {
  const known = stepsOfFlights.get(flight);
  if (known !== undefined) return known;
  const { airborne, hold, changes, durationMs } = flight;
  const steps = [...changes, ...changes.map((at) => at - MAX_EVERY_MS), durationMs - MAX_EVERY_MS];
  for (const after of RUNWAY_STEPS_MS) steps.push(airborne.fromMs + after, airborne.toMs - after);
  for (let at = TRACK_STEP_MS; at < durationMs; at += TRACK_STEP_MS) steps.push(at);
  for (let at = hold?.fromMs ?? 0; at < (hold?.toMs ?? 0); at += RACETRACK_STEP_MS) steps.push(at);
  const made = steps.filter((at) => at >= 0).sort((one, other) => one - other);
  stepsOfFlights.set(flight, made);
  return made;
}

const fixOf = (state: FlightState, observedAt: number): Fix => ({
  lat: state.lat,
  lon: state.lon,
  observedAt,
  speedKnots: state.groundSpeedKnots,
  courseDegrees: state.trackDegrees,
  altitudeFeet: state.onGround ? Number.NaN : Math.round(state.altitudeFeet / 25) * 25,
});
