import type { Position } from '../position.js';
import { bearingDegrees, destination, distanceMeters } from '../sphere.js';

/** Meters per millisecond at one knot. */
export const KNOT = 1_852 / 3_600_000;

/** A position on a path and the direction there. */
export interface PathPlace extends Position {
  courseDegrees: number;
}

/** A line of great circles, addressed by the meters from its beginning. */
export class Path {
  readonly meters: number;
  /** Meters from the beginning to each point. */
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

  /** Returns the position after a distance; beyond the ends, the ends. */
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
    // At the very end there is nothing ahead to steer for.
    const isEnd = (this.starts[low + 1] as number) - sought < 1;
    return {
      ...place,
      courseDegrees: isEnd ? (this.bearings[low] as number) : bearingDegrees(place.lat, place.lon, to.lat, to.lon),
    };
  }
}

/** Degrees rounded to the precision of receivers: a tenth of a meter. */
export const sixDecimals = (degrees: number): number => Math.round(degrees * 1_000_000) / 1_000_000;
