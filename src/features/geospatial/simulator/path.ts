import type { Position } from '../position.js';
import { bearingDegrees, destination, distanceMeters } from '../sphere.js';

/** Speed of one knot in meters per millisecond. */
export const KNOT = 1_852 / 3_600_000;

/** A position on a path, and the direction of the path there. */
export interface PathPlace extends Position {
  courseDegrees: number;
}

/** A line of great circles; a position on it is given by the distance from its start (m). */
export class Path {
  readonly meters: number;
  /** Distance from the start to each point (m). */
  readonly starts: Float64Array;
  private readonly bearings: Float64Array;

  /** @param points at least two */
  constructor(private readonly points: readonly Position[]) {
    this.starts = new Float64Array(points.length);
    this.bearings = new Float64Array(points.length);
    for (let at = 1; at < points.length; at += 1) {
      const [a, b] = [points[at - 1] as Position, points[at] as Position];
      this.starts[at] = (this.starts[at - 1] as number) + distanceMeters(a.lat, a.lon, b.lat, b.lon);
      this.bearings[at - 1] = bearingDegrees(a.lat, a.lon, b.lat, b.lon);
    }
    this.meters = this.starts.at(-1) as number;
  }

  /** Returns the position at a distance (m); beyond the ends, the nearest end. */
  at(meters: number): PathPlace {
    const sought = Math.min(Math.max(0, meters), this.meters);
    let [low, high] = [0, this.points.length - 2];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] as number) <= sought) low = middle;
      else high = middle - 1;
    }
    const [from, to] = [this.points[low] as Position, this.points[low + 1] as Position];
    const place = destination(from.lat, from.lon, this.bearings[low] as number, sought - (this.starts[low] as number));
    // Near the end of a part, its end is too near for a bearing, so the bearing of the part is used.
    const isEnd = (this.starts[low + 1] as number) - sought < 1;
    return {
      ...place,
      courseDegrees: isEnd ? (this.bearings[low] as number) : bearingDegrees(place.lat, place.lon, to.lat, to.lon),
    };
  }
}

/** Rounds degrees to the precision of receivers, a tenth of a meter. */
export const sixDecimals = (degrees: number): number => Math.round(degrees * 1_000_000) / 1_000_000;
