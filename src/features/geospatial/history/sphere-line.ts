import type { Position } from '../position.js';
import { EARTH_RADIUS_METERS } from '../sphere.js';

const RADIANS = Math.PI / 180;

/**
 * Distances of positions from great circles between two of them. Positions are unit vectors here: no place is special, neither the poles
 * nor the antimeridian.
 */
export class SphereLine {
  private readonly vectors: Float64Array;
  private from = 0;
  private to = 0;
  /** The unit vector perpendicular to both ends; all 0 where they are one place. */
  private normalX = 0;
  private normalY = 0;
  private normalZ = 0;

  constructor(positions: readonly Position[]) {
    this.vectors = new Float64Array(positions.length * 3);
    positions.forEach(({ lat, lon }, index) => {
      const cosLat = Math.cos(lat * RADIANS);
      this.vectors.set([cosLat * Math.cos(lon * RADIANS), cosLat * Math.sin(lon * RADIANS), Math.sin(lat * RADIANS)], index * 3);
    });
  }

  /** Chooses the two positions whose great circle distances are from. */
  between(from: number, to: number): void {
    const { vectors } = this;
    [this.from, this.to] = [from * 3, to * 3];
    const [ax, ay, az] = [vectors[this.from] as number, vectors[this.from + 1] as number, vectors[this.from + 2] as number];
    const [bx, by, bz] = [vectors[this.to] as number, vectors[this.to + 1] as number, vectors[this.to + 2] as number];
    const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const length = Math.hypot(x, y, z);
    // Less than a micrometre apart.
    const scale = length > 1e-13 ? 1 / length : 0;
    [this.normalX, this.normalY, this.normalZ] = [x * scale, y * scale, z * scale];
  }

  /** Metres from the nearest place between the two. */
  distanceTo(index: number): number {
    const { vectors, from, to, normalX, normalY, normalZ } = this;
    const at = index * 3;
    const [x, y, z] = [vectors[at] as number, vectors[at + 1] as number, vectors[at + 2] as number];
    // Beside the line when it is past the first end and before the second, seen along it.
    const along = (end: number) =>
      (normalY * (vectors[end + 2] as number) - normalZ * (vectors[end + 1] as number)) * x +
      (normalZ * (vectors[end] as number) - normalX * (vectors[end + 2] as number)) * y +
      (normalX * (vectors[end + 1] as number) - normalY * (vectors[end] as number)) * z;
    if (normalX * normalX + normalY * normalY + normalZ * normalZ > 0 && along(from) >= 0 && along(to) <= 0) {
      return Math.asin(Math.min(1, Math.abs(normalX * x + normalY * y + normalZ * z))) * EARTH_RADIUS_METERS;
    }
    return Math.min(this.chordTo(at, from), this.chordTo(at, to));
  }

  /** Metres between two positions along the surface. */
  private chordTo(one: number, other: number): number {
    const { vectors } = this;
    const x = (vectors[one] as number) - (vectors[other] as number);
    const y = (vectors[one + 1] as number) - (vectors[other + 1] as number);
    const z = (vectors[one + 2] as number) - (vectors[other + 2] as number);
    return 2 * Math.asin(Math.min(1, Math.hypot(x, y, z) / 2)) * EARTH_RADIUS_METERS;
  }
}
