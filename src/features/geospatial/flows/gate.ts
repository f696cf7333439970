import type { Corner } from '../geometry/ring.js';
import type { Position } from '../position.js';
import { METERS_PER_DEGREE } from '../sphere.js';

/** Distance (m) around a line within which a vessel is at the line, with a margin for the plane. */
const AROUND_METERS = 1_000;

/** A crossing of a gate on a straight way between two positions. */
export interface Crossing {
  /** 1: from the left of the line to its right (forward), -1: back. */
  direction: 1 | -1;
  /** Fraction of the way, from 0 to 1. */
  fraction: number;
}

/**
 * A line across which passages are counted. Distances are measured in a plane around its middle, which is exact to a
 * percent for lines of a few hundred kilometers.
 */
export class Gate {
  /** Corners in the plane, in meters: x1, y1, x2, y2, … */
  private readonly plane: Float64Array;
  private readonly middle: Position;
  private readonly cosine: number;
  /** The box around the line and `AROUND_METERS`, in degrees; longitudes from `middle`. */
  private readonly south: number;
  private readonly north: number;
  private readonly west: number;
  private readonly east: number;

  /** @param corners two or more, as [longitude, latitude]; a closed line repeats its first corner at its end */
  constructor(readonly corners: readonly Corner[]) {
    const [first] = corners as [Corner];
    const lats = corners.map(([, lat]) => lat);
    this.middle = { lat: (Math.min(...lats) + Math.max(...lats)) / 2, lon: first[0] };
    this.cosine = Math.cos((this.middle.lat * Math.PI) / 180);
    this.plane = Float64Array.from(corners.flatMap(([lon, lat]) => [this.x(lon), this.y(lat)]));
    const [up, across] = [AROUND_METERS / METERS_PER_DEGREE, AROUND_METERS / METERS_PER_DEGREE / this.cosine];
    const lons = corners.map(([lon]) => turned(lon - this.middle.lon));
    [this.south, this.north] = [Math.min(...lats) - up, Math.max(...lats) + up];
    [this.west, this.east] = [Math.min(...lons) - across, Math.max(...lons) + across];
  }

  /**
   * True if a way is beyond one side of the box around the line, so that a vessel on it neither is at the line
   * nor crosses it. False for ways that it cannot decide.
   */
  isAside(from: Position, to: Position): boolean {
    const { south, north, west, east } = this;
    if ((from.lat < south && to.lat < south) || (from.lat > north && to.lat > north)) return true;
    const [before, after] = [turned(from.lon - this.middle.lon), turned(to.lon - this.middle.lon)];
    // On a way around the other side of the Earth, the signs differ.
    return (before < west && after < west) || (before > east && after > east);
  }

  /** Calls `take` with the lower left corner of each cell of `size` degrees within a distance (m) of a part. */
  eachCell(size: number, meters: number, take: (lat: number, lon: number) => void): void {
    const [dLat, dLon] = [meters / METERS_PER_DEGREE, meters / METERS_PER_DEGREE / this.cosine];
    for (let at = 1; at < this.corners.length; at += 1) {
      const [a, b] = [this.corners[at - 1] as Corner, this.corners[at] as Corner];
      // A part that crosses the antimeridian continues beyond 180 degrees.
      const [west, east] = [a[0], a[0] + turned(b[0] - a[0])].sort((one, other) => one - other) as [number, number];
      const cellAt = (degrees: number) => Math.floor(degrees / size) * size;
      for (let lat = cellAt(Math.min(a[1], b[1]) - dLat); lat <= Math.max(a[1], b[1]) + dLat; lat += size)
        for (let lon = cellAt(west - dLon); lon <= east + dLon; lon += size) take(lat, lon);
    }
  }

  /** Returns the distance (m) of a position from the line: positive on its right, negative on its left. */
  side(lat: number, lon: number): number {
    const [x, y] = [this.x(lon), this.y(lat)];
    const { plane } = this;
    let [least, signed] = [Number.POSITIVE_INFINITY, 0];
    for (let at = 2; at < plane.length; at += 2) {
      const [ax, ay] = [plane[at - 2] as number, plane[at - 1] as number];
      const [dx, dy] = [(plane[at] as number) - ax, (plane[at + 1] as number) - ay];
      const length = Math.hypot(dx, dy);
      const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (length * length)));
      const meters = Math.hypot(x - ax - along * dx, y - ay - along * dy);
      const across = (dy * (x - ax) - dx * (y - ay)) / length;
      // At a corner both parts are equally near; the one that is more across decides the side.
      if (meters > least + 0.01 || (meters > least - 0.01 && Math.abs(across) <= Math.abs(signed))) continue;
      least = Math.min(least, meters);
      signed = across;
    }
    return Math.sign(signed) * least;
  }

  /** Returns the crossings on the straight way between two positions, in the order of the parts of the line. */
  crossings(from: Position, to: Position): Crossing[] {
    const [px, py] = [this.x(from.lon), this.y(from.lat)];
    const [qx, qy] = [px + turned(to.lon - from.lon) * this.cosine * METERS_PER_DEGREE, this.y(to.lat)];
    const found: Crossing[] = [];
    const { plane } = this;
    for (let at = 2; at < plane.length; at += 2) {
      const [ax, ay] = [plane[at - 2] as number, plane[at - 1] as number];
      const [dx, dy] = [(plane[at] as number) - ax, (plane[at + 1] as number) - ay];
      const before = dy * (px - ax) - dx * (py - ay);
      const after = dy * (qx - ax) - dx * (qy - ay);
      if (before > 0 === after > 0) continue;
      const fraction = before / (before - after);
      const [x, y] = [px + fraction * (qx - px), py + fraction * (qy - py)];
      const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
      if (along >= 0 && along < 1) found.push({ direction: after > 0 ? 1 : -1, fraction });
    }
    return found;
  }

  private x(lon: number): number {
    return turned(lon - this.middle.lon) * this.cosine * METERS_PER_DEGREE;
  }

  private y(lat: number): number {
    return (lat - this.middle.lat) * METERS_PER_DEGREE;
  }
}

/** Returns a difference of longitudes between -180 and 180 degrees. */
const turned = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
