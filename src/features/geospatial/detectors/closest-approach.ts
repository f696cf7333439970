import type { Position } from '../position.js';
import { destination, KNOTS_IN_METERS_PER_SECOND, METERS_PER_DEGREE } from '../sphere.js';

export interface Course {
  lat: number;
  lon: number;
  /** Speed and course over ground. */
  speedKnots: number;
  courseDegrees: number;
  /** Time of the position (ms). */
  observedAt: number;
}

export interface Approach {
  /** Current distance (m). */
  rangeMeters: number;
  /** Distance at the closest point of approach (m) if both keep course and speed. */
  cpaMeters: number;
  /** Time until the closest point of approach (s); negative when it has passed. */
  tcpaSeconds: number;
  /** Relative speed (knots). */
  relativeKnots: number;
}

const RADIANS = Math.PI / 180;

/**
 * Returns the position (m) and the velocity (m/s) east and north in the plane tangent to the Earth at the origin. The
 * error is below 0.1 % within 10 km.
 */
function inPlane(
  { lat, lon, speedKnots, courseDegrees, observedAt }: Course,
  originLat: number,
  originLon: number,
  now: number,
) {
  const speed = speedKnots * KNOTS_IN_METERS_PER_SECOND;
  const [vx, vy] = [speed * Math.sin(courseDegrees * RADIANS), speed * Math.cos(courseDegrees * RADIANS)];
  const seconds = (now - observedAt) / 1000;
  let turn = lon - originLon;
  if (turn > 180) turn -= 360;
  else if (turn < -180) turn += 360;
  return {
    x: turn * Math.cos(originLat * RADIANS) * METERS_PER_DEGREE + vx * seconds,
    y: (lat - originLat) * METERS_PER_DEGREE + vy * seconds,
    vx,
    vy,
  };
}

/** Returns the position at a time (ms) if course and speed are kept. */
export const positionAt = ({ lat, lon, speedKnots, courseDegrees, observedAt }: Course, time: number): Position =>
  destination(lat, lon, courseDegrees, (speedKnots * KNOTS_IN_METERS_PER_SECOND * (time - observedAt)) / 1_000);

/**
 * Computes the closest point of approach (CPA) of two objects that keep course and speed, extrapolated from their last
 * reports to `now` (ms). With the relative position r and velocity v: TCPA = −r·v / v², CPA = |r + v TCPA|.
 */
export function closestApproach(one: Course, other: Course, now: number): Approach {
  const a = inPlane(one, one.lat, one.lon, now);
  const b = inPlane(other, one.lat, one.lon, now);
  const [x, y, vx, vy] = [b.x - a.x, b.y - a.y, b.vx - a.vx, b.vy - a.vy];
  const speed2 = vx * vx + vy * vy;
  const tcpaSeconds = speed2 === 0 ? 0 : -(x * vx + y * vy) / speed2;
  return {
    rangeMeters: Math.hypot(x, y),
    cpaMeters: Math.hypot(x + vx * tcpaSeconds, y + vy * tcpaSeconds),
    tcpaSeconds,
    relativeKnots: Math.sqrt(speed2) / KNOTS_IN_METERS_PER_SECOND,
  };
}
