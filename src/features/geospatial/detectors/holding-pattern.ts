import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import type { Aircraft } from '../aircraft.js';
import { HOLDING } from '../holding.js';
import { entityOf, idOf, type Layer, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import { type Detector, type OngoingDetection, type PublishDetection, rounded } from './detector.js';

/**
 * Speeds (knots) and altitudes (feet) at which aircraft hold: ICAO Doc 8168 limits holding speeds to 280 knots
 * indicated (0.83 Mach in turbulence), which is more over ground; slower aircraft circle for other reasons.
 */
const HOLDING_KNOTS = [120, 420] as const;
const HOLDING_FEET = [1_500, 35_000] as const;
/** Turn in one direction (degrees) from which a pattern is published: two full racetracks. */
const TURN_DEGREES = 720;
/** Maximum distance (m) from the first position of the pattern. */
const PATTERN_METERS = 30_000;
/**
 * Time without a turn (ms) after which a pattern has ended; outbound legs last up to a minute and a half, in wind two.
 */
const STRAIGHT_MS = 4 * MINUTE_MS;
/** Maximum time (ms) between positions of a pattern: aircraft turn 3 degrees a second, so half a turn in a minute. */
const STEP_MS = 40 * SECOND_MS;
/**
 * Time after a restart (ms) within which the aircraft of a hold must report, and maximum time from the publication of
 * the hold until then.
 */
const RESUME_MS = 10 * MINUTE_MS;
const MAX_HOLD_MS = HOUR_MS;
/** Rate (degrees per second) from which an aircraft turns. */
const TURN_RATE = 0.5;
/** Fraction of the time in turns from which a pattern is an orbit, without the legs of a racetrack. */
const ORBIT_FRACTION = 0.85;
/**
 * Difference of the speed along the positions from the reported one (fraction, and meters per second) from which the
 * positions are false: jammed receivers report circles that do not fit the speed.
 */
const SPEED_FRACTION = 0.3;
const SPEED_SLACK = 30;
/**
 * Ages of a sample of the course (s) with which a later course is compared, and the change (degrees) that is a turn.
 */
const SAMPLE_SECONDS = 10;
const MAX_SAMPLE_SECONDS = 60;
const SAMPLE_DEGREES = 12;
/** Emitter categories of aircraft that circle in their work: light aircraft, rotorcraft, gliders, balloons, drones. */
const CIRCLING = new Set(['A1', 'A7', 'B1', 'B2', 'B3', 'B4', 'B6']);

interface Turning {
  /** The first position of the turns, and its time (ms). */
  lat: number;
  lon: number;
  since: number;
  at: number;
  course: number;
  /** Sum of the turns in degrees, positive to the right. */
  turned: number;
  /** Time in turns (ms), and the time of the last turn (ms). */
  turningMs: number;
  turnedAt: number;
  /** Greatest distance (m) from the first position. */
  meters: number;
  /** The key of the published detection. */
  key?: string;
  /** From a restart until the aircraft has reported again: the time of the first check (ms), NaN before it. */
  resumedAt?: number;
}

/** The values of movements and aircraft that the detector reads. */
type HeldMovement = Omit<Movement, 'receivedAt' | 'accuracyMeters' | 'provider'>;
type HoldingAircraft = Pick<Aircraft, 'callsign' | 'registration' | 'category' | 'altitudeFeet' | 'onGround'>;

/** Detects aircraft that fly holding patterns: two full turns in one direction within a small area. */
export class HoldingPattern implements Detector {
  readonly type = HOLDING;
  /** Aircraft that turn or hold; the others cost one number each. */
  private readonly turning = new Map<number, Turning>();
  /** Times and courses of aircraft at holding speeds and altitudes: seconds since the epoch × 360 + degrees. */
  private readonly courses = new Map<number, number>();
  /** Number of holds that may wait for the first report after a restart. */
  private resumed = 0;

  constructor(
    private readonly publish: PublishDetection,
    private readonly aircraftOf: (key: number) => HoldingAircraft | undefined,
  ) {}

  /** Number of aircraft that turn or hold. */
  get size(): number {
    return this.turning.size;
  }

  moved(movement: HeldMovement): void {
    const { layer, key, lat, lon, observedAt, courseDegrees } = movement;
    if (layer !== 'aircraft') return;
    const known = this.turning.get(key);
    if (!isHoldable(movement)) {
      this.courses.delete(key);
      if (known !== undefined) this.end(key, known);
      return;
    }
    if (known === undefined) {
      if (this.hasTurned(key, observedAt, courseDegrees))
        this.turning.set(key, begin(lat, lon, observedAt, courseDegrees));
      return;
    }
    const meters = distanceMeters(known.lat, known.lon, lat, lon);
    if (known.resumedAt !== undefined && observedAt - known.at <= MAX_HOLD_MS && meters <= PATTERN_METERS) {
      // The turns since the last report before the restart are unknown, and not counted.
      Object.assign(known, { at: observedAt, turnedAt: observedAt, course: courseDegrees, resumedAt: undefined });
      return;
    }
    const stepMs = observedAt - known.at;
    const isOver = stepMs > STEP_MS || observedAt - known.turnedAt > STRAIGHT_MS || meters > PATTERN_METERS;
    if (isOver || !fitsSpeed(movement)) {
      this.end(key, known);
      return;
    }
    const turn = turnOf(known.course, courseDegrees);
    known.at = observedAt;
    known.course = courseDegrees;
    known.meters = Math.max(known.meters, meters);
    if (Math.abs(turn) < TURN_RATE * (stepMs / SECOND_MS)) return;
    if (known.turned !== 0 && Math.sign(turn) !== Math.sign(known.turned) && Math.abs(turn) > Math.abs(known.turned)) {
      // The aircraft turns to the other side, so that a new pattern may begin here.
      if (known.key === undefined) Object.assign(known, begin(lat, lon, observedAt, courseDegrees));
    }
    known.turned += turn;
    known.turningMs += stepMs;
    known.turnedAt = observedAt;
    if (known.key === undefined && Math.abs(known.turned) >= TURN_DEGREES) this.report(key, known);
  }

  expired(layer: Layer, key: number): void {
    if (layer !== 'aircraft') return;
    this.courses.delete(key);
    const known = this.turning.get(key);
    if (known !== undefined) this.end(key, known);
  }

  /** Ends the holds whose aircraft has not reported since a restart. */
  check(now: number): void {
    if (this.resumed === 0) return;
    this.resumed = 0;
    for (const [key, turning] of this.turning) {
      if (turning.resumedAt === undefined) continue;
      if (Number.isNaN(turning.resumedAt)) turning.resumedAt = now;
      if (now - turning.resumedAt > RESUME_MS) this.end(key, turning);
      else this.resumed += 1;
    }
  }

  resume({ key, position, startedAt, endedAt, reportedAt, entities, details }: OngoingDetection): void {
    const object = parseEntity(entities[0] ?? '');
    if (object === undefined) return;
    if (endedAt !== null) {
      if (this.turning.get(object.key)?.key === key) this.turning.delete(object.key);
      return;
    }
    const since = startedAt.getTime();
    const durationMs = Number(details.durationSeconds ?? 0) * SECOND_MS;
    this.resumed += 1;
    this.turning.set(object.key, {
      ...position,
      since,
      at: reportedAt.getTime(),
      course: 0,
      turned: Number(details.turnedDegrees ?? 0) * (details.direction === 'left' ? -1 : 1),
      turningMs: details.pattern === 'orbit' ? durationMs : durationMs / 2,
      turnedAt: since + durationMs,
      meters: Number(details.extentMeters ?? 0),
      key,
      resumedAt: Number.NaN,
    });
  }

  /** True if the course has changed since the last sample, which is at least ten seconds old. */
  private hasTurned(key: number, at: number, course: number): boolean {
    const seconds = Math.floor(at / SECOND_MS);
    const sample = this.courses.get(key);
    const age = sample === undefined ? Number.NaN : seconds - Math.floor(sample / 360);
    if (age >= 0 && age < SAMPLE_SECONDS) return false;
    this.courses.set(key, seconds * 360 + (Math.floor(course) % 360));
    return (
      sample !== undefined && age <= MAX_SAMPLE_SECONDS && Math.abs(turnOf(sample % 360, course)) >= SAMPLE_DEGREES
    );
  }

  private report(key: number, turning: Turning): void {
    const aircraft = this.aircraftOf(key);
    if (aircraft === undefined || CIRCLING.has(aircraft.category ?? '') || aircraft.onGround === true) return;
    turning.key = `holding:${idOf('aircraft', key)}:${turning.since}`;
    this.publishNow(key, turning, aircraft, null);
  }

  private end(key: number, turning: Turning): void {
    this.turning.delete(key);
    if (turning.key === undefined) return;
    this.publishNow(key, turning, this.aircraftOf(key), turning.turnedAt);
  }

  private publishNow(
    key: number,
    turning: Turning,
    aircraft: HoldingAircraft | undefined,
    endedAt: number | null,
  ): void {
    const { lat, lon, since, at, turned, turningMs, meters, turnedAt } = turning;
    const name = aircraft?.callsign ?? aircraft?.registration ?? idOf('aircraft', key);
    const pattern = turningMs / Math.max(1, turnedAt - since) >= ORBIT_FRACTION ? 'orbit' : 'racetrack';
    this.publish({
      key: turning.key as string,
      type: this.type,
      title: `${name}: holding pattern`,
      severity: 2,
      position: { lat, lon },
      startedAt: new Date(since),
      endedAt: endedAt === null ? null : new Date(endedAt),
      reportedAt: new Date(at),
      entities: [entityOf('aircraft', key)],
      details: {
        callsign: aircraft?.callsign ?? null,
        pattern,
        direction: turned > 0 ? 'right' : 'left',
        turnedDegrees: rounded(Math.abs(turned)),
        durationSeconds: rounded((turnedAt - since) / SECOND_MS),
        extentMeters: rounded(meters),
        altitudeFeet: aircraft?.altitudeFeet ?? null,
        turnLimitDegrees: TURN_DEGREES,
        extentLimitMeters: PATTERN_METERS,
      },
    });
  }
}

/** Returns the turn from one course to another in degrees, -180 to 180; positive to the right. */
const turnOf = (from: number, to: number): number => ((to - from + 540) % 360) - 180;

const begin = (lat: number, lon: number, at: number, course: number): Turning => {
  return { lat, lon, since: at, at, course, turned: 0, turningMs: 0, turnedAt: at, meters: 0 };
};

const isHoldable = ({ speedKnots, altitudeFeet, courseDegrees }: HeldMovement): boolean =>
  speedKnots >= HOLDING_KNOTS[0] &&
  speedKnots <= HOLDING_KNOTS[1] &&
  altitudeFeet >= HOLDING_FEET[0] &&
  altitudeFeet <= HOLDING_FEET[1] &&
  !Number.isNaN(courseDegrees);

/** True if the aircraft can have flown from the previous position at its reported speed. */
function fitsSpeed({
  lat,
  lon,
  observedAt,
  previousLat,
  previousLon,
  previousObservedAt,
  speedKnots,
}: HeldMovement): boolean {
  const seconds = (observedAt - previousObservedAt) / SECOND_MS;
  // Within a few seconds the errors of positions and times are as great as the distance.
  if (!(seconds >= 4)) return true;
  const flown = distanceMeters(previousLat, previousLon, lat, lon) / seconds;
  const reported = speedKnots * KNOTS_IN_METERS_PER_SECOND;
  return Math.abs(flown - reported) <= reported * SPEED_FRACTION + SPEED_SLACK;
}
