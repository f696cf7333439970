import { MINUTE_MS } from '../../../time/durations.js';
import type { Position } from '../position.js';
import type { AircraftKind } from './aircraft-identity.js';
import { KNOT, Path } from './path.js';

const TAXI_KNOTS = 15;
const RUNWAY_KNOTS = 140;
/** Distance from the stand to the runway (m). */
const TAXI_METERS = 900;
const CRUISE_STEP_FEET = 1_000;

/** A part of a flight in which speed and altitude change linearly. */
interface Segment {
  startMs: number;
  durationMs: number;
  fromMeters: number;
  knots: readonly [from: number, to: number];
  feet: readonly [from: number, to: number];
  onGround: boolean;
}

/** The state of an aircraft in a flight. */
export interface FlightState extends Position {
  trackDegrees: number;
  groundSpeedKnots: number;
  altitudeFeet: number;
  verticalRateFpm: number;
  onGround: boolean;
}

/**
 * A simulated flight from stand to stand along one great circle: taxi, climb, cruise, descent, taxi. Runways are
 * assumed along the great circle and airports at sea level, since the table of airports has neither.
 */
export class Flight {
  readonly durationMs: number;
  private readonly path: Path;
  private readonly segments: Segment[] = [];

  constructor(
    from: Position,
    to: Position,
    { cruiseKnots, climbMinutes, descentMinutes }: AircraftKind,
    cruiseFeet: number,
  ) {
    this.path = new Path([from, to]);
    const taxiMs = TAXI_METERS / (TAXI_KNOTS * KNOT);
    const airMeters = this.path.meters - 2 * TAXI_METERS;
    // A short flight climbs less, so that climb and descent take at most 85 % of it.
    const slopes = meanMeters([RUNWAY_KNOTS, cruiseKnots], (climbMinutes + descentMinutes) * MINUTE_MS);
    const share = Math.min(1, (airMeters * 0.85) / slopes);
    const top = Math.max(CRUISE_STEP_FEET, Math.floor((cruiseFeet * share) / CRUISE_STEP_FEET) * CRUISE_STEP_FEET);
    let [now, meters] = [0, 0];
    const add = (durationMs: number, knots: Segment['knots'], feet: Segment['feet'], onGround = false) => {
      this.segments.push({ startMs: now, durationMs, fromMeters: meters, knots, feet, onGround });
      now += durationMs;
      meters += meanMeters(knots, durationMs);
    };
    add(taxiMs, [TAXI_KNOTS, TAXI_KNOTS], [0, 0], true);
    add(climbMinutes * MINUTE_MS * share, [RUNWAY_KNOTS, cruiseKnots], [0, top]);
    add((airMeters - slopes * share) / (cruiseKnots * KNOT), [cruiseKnots, cruiseKnots], [top, top]);
    add(descentMinutes * MINUTE_MS * share, [cruiseKnots, RUNWAY_KNOTS], [top, 0]);
    add(taxiMs, [TAXI_KNOTS, TAXI_KNOTS], [0, 0], true);
    this.durationMs = now;
  }

  /** Time (ms) after which the aircraft takes off, and after which it has landed. */
  get airborne(): { fromMs: number; toMs: number } {
    const { segments } = this;
    return { fromMs: segments[1]?.startMs ?? 0, toMs: segments.at(-1)?.startMs ?? 0 };
  }

  /** Returns the state at a time. @param elapsedMs time since the aircraft left the stand */
  at(elapsedMs: number): FlightState {
    const { startMs, durationMs, fromMeters, knots, feet, onGround } = this.segments.findLast(
      ({ startMs }) => startMs <= elapsedMs,
    ) as Segment;
    const share = Math.min(1, (elapsedMs - startMs) / durationMs);
    const groundSpeedKnots = knots[0] + (knots[1] - knots[0]) * share;
    const { lat, lon, courseDegrees } = this.path.at(
      fromMeters + meanMeters([knots[0], groundSpeedKnots], share * durationMs),
    );
    const altitudeFeet = feet[0] + (feet[1] - feet[0]) * share;
    return {
      lat,
      lon,
      trackDegrees: courseDegrees,
      groundSpeedKnots,
      altitudeFeet,
      verticalRateFpm: ((feet[1] - feet[0]) / durationMs) * MINUTE_MS,
      onGround,
    };
  }
}

/** Returns the distance (m) flown at a speed that changes linearly. */
const meanMeters = ([from, to]: readonly [number, number], durationMs: number): number =>
  ((from + to) / 2) * KNOT * durationMs;
