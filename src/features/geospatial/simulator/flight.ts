import { MINUTE_MS } from '../../../time/durations.js';
import type { Position } from '../position.js';
import type { AircraftKind } from './aircraft-identity.js';
import { KNOT, Path } from './path.js';
import { RACETRACK_MS, racetrackAt } from './racetrack.js';

const TAXI_KNOTS = 15;
const RUNWAY_KNOTS = 140;
/** Distance from the stand to the runway (m). */
const TAXI_METERS = 900;
const CRUISE_STEP_FEET = 1_000;
/** Altitude (feet) at which aircraft hold before they land. Flights that do not climb higher do not hold. */
const HOLDING_FEET = 8_000;

/** A part of a flight in which speed and altitude change linearly. */
interface Segment {
  startMs: number;
  durationMs: number;
  fromMeters: number;
  knots: readonly [from: number, to: number];
  feet: readonly [from: number, to: number];
  onGround: boolean;
  /** True while the aircraft flies racetracks and does not proceed along the path. */
  isHolding?: true;
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
 * assumed along the great circle and airports at sea level, since the table of airports has neither. An aircraft may
 * fly racetracks before it lands.
 */
export class Flight {
  readonly durationMs: number;
  private readonly path: Path;
  private readonly segments: Segment[] = [];

  /** @param racetracks number of racetracks before the landing */
  constructor(
    from: Position,
    to: Position,
    { cruiseKnots, climbMinutes, descentMinutes }: AircraftKind,
    cruiseFeet: number,
    racetracks = 0,
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
    const descentMs = descentMinutes * MINUTE_MS * share;
    if (racetracks > 0 && top > HOLDING_FEET) {
      const below = HOLDING_FEET / top;
      const knots = RUNWAY_KNOTS + (cruiseKnots - RUNWAY_KNOTS) * below;
      add(descentMs * (1 - below), [cruiseKnots, knots], [top, HOLDING_FEET]);
      const hold = {
        startMs: now,
        durationMs: racetracks * RACETRACK_MS,
        fromMeters: meters,
        isHolding: true,
      } as const;
      this.segments.push({ ...hold, knots: [knots, knots], feet: [HOLDING_FEET, HOLDING_FEET], onGround: false });
      now += hold.durationMs;
      add(descentMs * below, [knots, RUNWAY_KNOTS], [HOLDING_FEET, 0]);
    } else add(descentMs, [cruiseKnots, RUNWAY_KNOTS], [top, 0]);
    add(taxiMs, [TAXI_KNOTS, TAXI_KNOTS], [0, 0], true);
    this.durationMs = now;
  }

  /** Time (ms) after which the aircraft takes off, and after which it has landed. */
  get airborne(): { fromMs: number; toMs: number } {
    const { segments } = this;
    return { fromMs: segments[1]?.startMs ?? 0, toMs: segments.at(-1)?.startMs ?? 0 };
  }

  /** Times (ms) at which speed or altitude begin to change in another way, ascending; the first is 0. */
  get changes(): number[] {
    return this.segments.map(({ startMs }) => startMs);
  }

  /** Time (ms) from which the aircraft holds, and after which it proceeds; undefined for a flight without a hold. */
  get hold(): { fromMs: number; toMs: number } | undefined {
    const held = this.segments.find(({ isHolding }) => isHolding);
    return held && { fromMs: held.startMs, toMs: held.startMs + held.durationMs };
  }

  /** Returns the state at a time. @param elapsedMs time since the aircraft left the stand */
  at(elapsedMs: number): FlightState {
    const { startMs, durationMs, fromMeters, knots, feet, onGround, isHolding } = this.segments.findLast(
      ({ startMs }) => startMs <= elapsedMs,
    ) as Segment;
    const share = Math.min(1, (elapsedMs - startMs) / durationMs);
    const groundSpeedKnots = knots[0] + (knots[1] - knots[0]) * share;
    const { lat, lon, courseDegrees } = isHolding
      ? racetrackAt(this.path.at(fromMeters), knots[0], share * durationMs)
      : this.path.at(fromMeters + meanMeters([knots[0], groundSpeedKnots], share * durationMs));
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
