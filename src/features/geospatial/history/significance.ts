import type { Layer } from '../layer.js';
import { normalLongitude, type Position } from '../position.js';
import { destination, distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import type { Fix } from '../track-point.js';

/** A position at a time. */
type Moment = Pick<Fix, 'lat' | 'lon' | 'observedAt'>;

/** The limits that decide which positions of a track are stored. */
export interface Significance {
  /** Maximum distance (m) from the position predicted by the last stored point. */
  missMeters: number;
  courseDegrees: number;
  speedKnots: number;
  altitudeFeet: number;
  /** Speed below which an object is stationary; its course is then noise. */
  stillKnots: number;
  /** Maximum time between stored points (ms) of moving objects, and of stationary ones. */
  movingMs: number;
  stillMs: number;
}

export const significance: Readonly<Record<Layer, Significance>> = {
  vessels: {
    missMeters: 50,
    courseDegrees: 15,
    speedKnots: 2,
    altitudeFeet: 1_000,
    stillKnots: 0.5,
    movingMs: 300_000,
    stillMs: 1_800_000,
  },
  aircraft: {
    missMeters: 200,
    courseDegrees: 15,
    speedKnots: 40,
    altitudeFeet: 500,
    stillKnots: 3,
    movingMs: 60_000,
    stillMs: 60_000,
  },
};

const isMoving = ({ stillKnots }: Significance, { speedKnots }: Fix): boolean => speedKnots >= stillKnots;

/**
 * Returns the dead-reckoned position of a fix at a time (ms); the position of the fix itself when the object is
 * stationary, or its speed or course is unknown.
 */
export function deadReckoned(rule: Significance, fix: Fix, at: number): Position {
  if (!isMoving(rule, fix) || Number.isNaN(fix.courseDegrees)) return fix;
  return destination(
    fix.lat,
    fix.lon,
    fix.courseDegrees,
    ((at - fix.observedAt) / 1_000) * fix.speedKnots * KNOTS_IN_METERS_PER_SECOND,
  );
}

/** Returns the angle between two directions in degrees, 0 to 180; NaN when one is unknown. */
export const turnDegrees = (one: number, other: number): number =>
  Math.abs(((((other - one) % 360) + 540) % 360) - 180);

/**
 * True when a fix deviates from the dead-reckoned position or course of the last stored fix, or when that fix is too
 * old.
 */
export function isSignificant(rule: Significance, kept: Fix, fix: Fix): boolean {
  const moving = isMoving(rule, fix) || isMoving(rule, kept);
  if (fix.observedAt - kept.observedAt >= (moving ? rule.movingMs : rule.stillMs)) return true;
  if (moving && turnDegrees(kept.courseDegrees, fix.courseDegrees) > rule.courseDegrees) return true;
  if (
    Math.abs(fix.speedKnots - kept.speedKnots) > rule.speedKnots ||
    Math.abs(fix.altitudeFeet - kept.altitudeFeet) > rule.altitudeFeet
  )
    return true;
  const expected = deadReckoned(rule, kept, fix.observedAt);
  return distanceMeters(expected.lat, expected.lon, fix.lat, fix.lon) > rule.missMeters;
}

/**
 * Returns the position of an object between two fixes, interpolated by time. The line is straight in latitude and
 * longitude and crosses the antimeridian if that is shorter; between points of a track it is a few meters off the great
 * circle.
 */
export function between(before: Moment, after: Moment, at: number): Position {
  const share =
    after.observedAt === before.observedAt ? 0 : (at - before.observedAt) / (after.observedAt - before.observedAt);
  const turn = normalLongitude(after.lon - before.lon);
  return { lat: before.lat + (after.lat - before.lat) * share, lon: normalLongitude(before.lon + turn * share) };
}

/** Returns the distance (m) of a fix from the position that its neighbors predict for its time. */
export function missMeters(before: Fix, fix: Fix, after: Fix): number {
  const { lat, lon } = between(before, after, fix.observedAt);
  return distanceMeters(lat, lon, fix.lat, fix.lon);
}
