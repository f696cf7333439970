import { MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import type { Position } from '../position.js';
import { destination } from '../sphere.js';
import { KNOT, type PathPlace } from './path.js';

/** Duration of a half turn at 3 degrees a second, and of a leg: ICAO Doc 8168 has one minute up to 14,000 feet. */
const TURN_MS = MINUTE_MS;
const LEG_MS = MINUTE_MS;
const DEGREES_PER_MS = 180 / TURN_MS;

/** Duration of one racetrack (ms): two half turns and two legs. */
export const RACETRACK_MS = 2 * (TURN_MS + LEG_MS);
/** Time between two points of a track in a racetrack (ms), which is an eighth of a circle. */
export const RACETRACK_STEP_MS = 15 * SECOND_MS;

/**
 * Returns the place of an aircraft in a holding pattern with right turns, which begins and ends at a fix.
 * @param fix the fix and the course with which the aircraft arrives there
 * @param elapsedMs time since the arrival at the fix
 */
export function racetrackAt(fix: PathPlace, knots: number, elapsedMs: number): PathPlace {
  const course = fix.courseDegrees;
  const radius = (knots * KNOT * TURN_MS) / Math.PI;
  const leg = knots * KNOT * LEG_MS;
  const go = ({ lat, lon }: Position, bearing: number, meters: number) => destination(lat, lon, bearing, meters);
  /** A half turn to the right that begins at a place with a course. */
  const turned = (from: Position, begun: number, ms: number): PathPlace => {
    const degrees = ms * DEGREES_PER_MS;
    const center = go(from, begun + 90, radius);
    return { ...go(center, begun - 90 + degrees, radius), courseDegrees: (begun + degrees + 360) % 360 };
  };
  const ms = elapsedMs % RACETRACK_MS;
  if (ms < TURN_MS) return turned(fix, course, ms);
  const abeam = go(fix, course + 90, 2 * radius);
  const outbound = (course + 180) % 360;
  if (ms < TURN_MS + LEG_MS)
    return { ...go(abeam, outbound, (leg * (ms - TURN_MS)) / LEG_MS), courseDegrees: outbound };
  if (ms < 2 * TURN_MS + LEG_MS) return turned(go(abeam, outbound, leg), outbound, ms - TURN_MS - LEG_MS);
  const left = (leg * (RACETRACK_MS - ms)) / LEG_MS;
  return { ...go(fix, outbound, left), courseDegrees: course };
}
