import { type Box, splitBox } from '../box.js';
import { normalLongitude } from '../position.js';
import { METERS_PER_DEGREE } from '../sphere.js';
import { type Corner, shortWay } from './ring.js';
import { type Vector, vectorOf } from './vector.js';

const RADIANS = Math.PI / 180;

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** Returns the angle (radians) between two directions; it is exact for small and large angles. */
const angle = (a: Vector, b: Vector) => Math.atan2(Math.hypot(...cross(a, b)), dot(a, b));

/** The shorter arc of the great circle between two positions that are not antipodal. */
export class GreatCircleArc {
  private readonly a: Vector;
  private readonly b: Vector;
  private readonly normal: Vector;
  /** Range of latitudes of the arc (degrees), which may extend beyond the latitudes of its ends. */
  private readonly south: number;
  private readonly north: number;

  constructor(
    private readonly from: Corner,
    private readonly to: Corner,
  ) {
    this.a = vectorOf(from[1], from[0]);
    this.b = vectorOf(to[1], to[0]);
    const normal = cross(this.a, this.b);
    const length = Math.hypot(...normal);
    this.normal = length === 0 ? normal : [normal[0] / length, normal[1] / length, normal[2] / length];
    // The northernmost and southernmost points of the circle count only if they are between the ends.
    const highest = Math.acos(Math.min(1, Math.abs(this.normal[2]))) / RADIANS;
    const turn: Vector = cross(cross(this.normal, [0, 0, 1]), this.normal);
    this.north = length > 0 && this.isBeside(turn) ? highest : Math.max(from[1], to[1]);
    this.south = length > 0 && this.isBeside([-turn[0], -turn[1], -turn[2]]) ? -highest : Math.min(from[1], to[1]);
  }

  /** Returns the angle (radians) from a position to the nearest point of the arc. */
  distance(place: Vector): number {
    if (this.isBeside(place)) return Math.abs(Math.asin(Math.max(-1, Math.min(1, dot(place, this.normal)))));
    return Math.min(angle(place, this.a), angle(place, this.b));
  }

  /** Returns boxes that contain every position at most this far (m) from the arc. */
  boxes(meters: number): Box[] {
    const reach = meters / METERS_PER_DEGREE;
    const south = Math.max(-90, this.south - reach);
    const north = Math.min(90, this.north + reach);
    const sine = Math.sin(reach * RADIANS) / Math.cos(Math.max(Math.abs(this.north), Math.abs(this.south)) * RADIANS);
    if (south <= -90 || north >= 90 || !(sine < 1)) return [{ west: -180, south, east: 180, north }];
    const along = shortWay(this.to[0] - this.from[0]);
    const span = Math.asin(sine) / RADIANS;
    const [west, width] = [this.from[0] + Math.min(0, along) - span, Math.abs(along) + 2 * span];
    if (width >= 360) return [{ west: -180, south, east: 180, north }];
    const start = normalLongitude(west);
    return splitBox({ west: start, south, east: start + width > 180 ? start + width - 360 : start + width, north });
  }

  /** True if the nearest point of the great circle is between the ends of the arc. */
  private isBeside(place: Vector): boolean {
    return dot(cross(this.normal, this.a), place) >= 0 && dot(cross(this.b, this.normal), place) >= 0;
  }
}
