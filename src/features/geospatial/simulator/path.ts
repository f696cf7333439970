import type { Position } from '../position.js';
import { bearingDegrees, destination, distanceMeters } from '../sphere.js';

/** A position on a path and the direction there. */
export interface PathPlace extends Position {
  courseDegrees: number;
}

/** A line of great circles over the Earth, found by the metres from its beginning. */
export class Path {
  readonly meters: number;
  private readonly points: readonly Position[];
  private readonly starts: Float64Array;
  private readonly bearings: Float64Array;

  constructor(points: readonly Position[]) {
    this.points = points;
    this.starts = new Float64Array(points.length);
    this.bearings = new Float64Array(points.length);
    for (let at = 1; at < points.length; at += 1) {
      const [a, b] = [points[at - 1] as Position, points[at] as Position];
      this.starts[at] = (this.starts[at - 1] as number) + distanceMeters(a.lat, a.lon, b.lat, b.lon);
      this.bearings[at - 1] = bearingDegrees(a.lat, a.lon, b.lat, b.lon);
    }
    this.meters = this.starts.at(-1) ?? 0;
  }

  /** Before the beginning and after the end: these. */
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
    return { ...place, courseDegrees: isEnd ? (this.bearings[low] as number) : bearingDegrees(place.lat, place.lon, to.lat, to.lon) };
  }

  get corners(): number {
    return this.points.length;
  }

  /** Metres from the beginning to a corner. */
  startOf(corner: number): number {
    return this.starts[corner] as number;
  }
}

/** Degrees rounded to the precision of receivers: a tenth of a meter. */
export const sixDecimals = (degrees: number): number => Math.round(degrees * 1_000_000) / 1_000_000;
