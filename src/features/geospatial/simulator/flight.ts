import { MINUTE_MS } from '../../../durations.js';
import type { AircraftKind } from './aircraft-kinds.js';
import type { Airport } from './airports.js';
import { Path } from './path.js';

const KNOT = 1_852 / 3_600_000; // metres in a millisecond
const TAXI_KNOTS = 15;
const LIFT_OFF_KNOTS = 140;
const TOUCH_DOWN_KNOTS = 135;
/** From the stand to the runway, of which one turns off at the same distance. */
const TAXI_METERS = 900;
const ROLL_MS = 35_000;
const ROLL_OUT_MS = 32_000;
const CRUISE_STEP_FEET = 1_000;

/** A stretch of a flight in which speed and altitude change evenly. */
interface Stretch {
  startMs: number;
  durationMs: number;
  fromMeters: number;
  fromKnots: number;
  toKnots: number;
  fromFeet: number;
  toFeet: number;
  onGround: boolean;
}

/** Where an aircraft is in a flight. */
export interface FlightState {
  lat: number;
  lon: number;
  trackDegrees: number;
  groundSpeedKnots: number;
  altitudeFeet: number;
  verticalRateFpm: number;
  onGround: boolean;
}

/**
 * From stand to stand along one great circle: taxi, take-off, climb, cruise, descent, landing, taxi. Runways lie along the great circle and
 * airports at sea level: neither is in the table of airports.
 */
export class Flight {
  readonly durationMs: number;
  private readonly path: Path;
  private readonly stretches: Stretch[] = [];

  constructor(
    readonly from: Airport,
    readonly to: Airport,
    kind: AircraftKind,
    cruiseFeet: number,
  ) {
    this.path = new Path([from, to]);
    const taxiMs = TAXI_METERS / (TAXI_KNOTS * KNOT);
    const rolls = meanMeters(0, LIFT_OFF_KNOTS, ROLL_MS) + meanMeters(TOUCH_DOWN_KNOTS, TAXI_KNOTS, ROLL_OUT_MS);
    const airMeters = this.path.meters - 2 * TAXI_METERS - rolls;
    // A short flight climbs less: climb and descent take at most 85 in 100 of it.
    const climbing = meanMeters(LIFT_OFF_KNOTS, kind.cruiseKnots, kind.climbMinutes * MINUTE_MS);
    const descending = meanMeters(kind.cruiseKnots, TOUCH_DOWN_KNOTS, kind.descentMinutes * MINUTE_MS);
    const share = Math.min(1, (airMeters * 0.85) / (climbing + descending));
    const top = Math.max(CRUISE_STEP_FEET, Math.floor((cruiseFeet * share) / CRUISE_STEP_FEET) * CRUISE_STEP_FEET);
    const cruiseMs = (airMeters - (climbing + descending) * share) / (kind.cruiseKnots * KNOT);
    const { climbMinutes, descentMinutes, cruiseKnots } = kind;
    let [now, meters] = [0, 0];
    const add = (durationMs: number, fromKnots: number, toKnots: number, fromFeet: number, toFeet: number, onGround: boolean) => {
      this.stretches.push({ startMs: now, durationMs, fromMeters: meters, fromKnots, toKnots, fromFeet, toFeet, onGround });
      now += durationMs;
      meters += meanMeters(fromKnots, toKnots, durationMs);
    };
    add(taxiMs, TAXI_KNOTS, TAXI_KNOTS, 0, 0, true);
    add(MINUTE_MS, 0, 0, 0, 0, true);
    add(ROLL_MS, 0, LIFT_OFF_KNOTS, 0, 0, true);
    add(climbMinutes * MINUTE_MS * share, LIFT_OFF_KNOTS, cruiseKnots, 0, top, false);
    add(cruiseMs, cruiseKnots, cruiseKnots, top, top, false);
    add(descentMinutes * MINUTE_MS * share, cruiseKnots, TOUCH_DOWN_KNOTS, top, 0, false);
    add(ROLL_OUT_MS, TOUCH_DOWN_KNOTS, TAXI_KNOTS, 0, 0, true);
    add(taxiMs, TAXI_KNOTS, TAXI_KNOTS, 0, 0, true);
    this.durationMs = now;
  }

  /** @param elapsedMs since it left the stand */
  at(elapsedMs: number): FlightState {
    const stretch = this.stretches.findLast(({ startMs }) => startMs <= elapsedMs) as Stretch;
    const share = Math.min(1, (elapsedMs - stretch.startMs) / stretch.durationMs);
    const knots = stretch.fromKnots + (stretch.toKnots - stretch.fromKnots) * share;
    const place = this.path.at(stretch.fromMeters + meanMeters(stretch.fromKnots, knots, share * stretch.durationMs));
    return {
      lat: place.lat,
      lon: place.lon,
      trackDegrees: place.courseDegrees,
      groundSpeedKnots: knots,
      altitudeFeet: stretch.fromFeet + (stretch.toFeet - stretch.fromFeet) * share,
      verticalRateFpm: ((stretch.toFeet - stretch.fromFeet) / stretch.durationMs) * MINUTE_MS,
      onGround: stretch.onGround,
    };
  }
}

/** Metres at a speed that changes evenly. */
const meanMeters = (fromKnots: number, toKnots: number, durationMs: number): number => ((fromKnots + toKnots) / 2) * KNOT * durationMs;
