import type { Position } from '../../position.js';
import { EARTH_RADIUS_METERS } from '../../sphere.js';

/** A line reduced to the positions that show its shape. */
export interface Simplified {
  /** Indices of the remaining positions, ascending; the first and the last position always remain. */
  kept: number[];
  /** Maximum distance (m) of a removed point from the line. */
  missMeters: number;
}

/** Number of positions that are weighed together; the running time may grow with the square of this number. */
const STRETCH = 2_000;

/**
 * Removes positions that are within `toleranceMeters` of the line between the remaining ones (Douglas and Peucker,
 * 1973, on the sphere), and then the least significant ones until at most `most` remain.
 * @param fixed indices of positions that remain, unless there are more than `most`
 */
export function simplify(
  positions: readonly Position[],
  toleranceMeters: number,
  most: number,
  fixed: readonly number[] = [],
): Simplified {
  const line = new SphereLine(positions);
  const all = positions.map((_position, index) => index);
  const kept = thin(line, all, toleranceMeters, Math.max(2, most), new Set(fixed));
  return { kept, missMeters: missOf(line, kept) };
}

function thin(
  line: SphereLine,
  indexes: readonly number[],
  toleranceMeters: number,
  most: number,
  fixed: ReadonlySet<number>,
): number[] {
  if (indexes.length <= 2) return [...indexes];
  const anchors = indexes.filter(
    (index, at) => at === 0 || at === indexes.length - 1 || at % STRETCH === 0 || fixed.has(index),
  );
  // There are too many anchors, so the most significant of them are selected. Without `fixed` positions, their number
  // falls quickly with each recursion.
  if (anchors.length > most) return thin(line, anchors, 0, most, new Set());
  const weights = weigh(line, indexes, anchors);
  const left = indexes.filter((_index, at) => (weights[at] as number) > toleranceMeters);
  if (left.length <= most) return left;
  const order = indexes
    .map((_index, at) => at)
    .sort((one, other) => (weights[other] as number) - (weights[one] as number) || one - other);
  return order
    .slice(0, most)
    .sort((one, other) => one - other)
    .map((at) => indexes[at] as number);
}

/**
 * Returns the weight of each position: the tolerance at which it is removed. A position never weighs more than its
 * anchor, so that the heaviest positions form a Douglas-Peucker line.
 */
function weigh(line: SphereLine, indexes: readonly number[], anchors: readonly number[]): Float64Array {
  const weights = new Float64Array(indexes.length);
  const isAnchor = new Set(anchors);
  let from = 0;
  indexes.forEach((index, at) => {
    if (!isAnchor.has(index)) return;
    weights[at] = Number.POSITIVE_INFINITY;
    weighStretch(line, indexes, from, at, weights);
    from = at;
  });
  return weights;
}

function weighStretch(
  line: SphereLine,
  indexes: readonly number[],
  first: number,
  last: number,
  weights: Float64Array,
): void {
  const waiting = [[first, last, Number.POSITIVE_INFINITY] as const];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to, ceiling] = next;
    if (to - from < 2) continue;
    line.between(indexes[from] as number, indexes[to] as number);
    let [farthest, miss] = [from + 1, -1];
    for (let at = from + 1; at < to; at += 1) {
      const meters = line.distanceTo(indexes[at] as number);
      if (meters > miss) [farthest, miss] = [at, meters];
    }
    const weight = Math.min(ceiling, miss);
    weights[farthest] = weight;
    waiting.push([from, farthest, weight], [farthest, to, weight]);
  }
}

function missOf(line: SphereLine, kept: readonly number[]): number {
  let miss = 0;
  for (let at = 1; at < kept.length; at += 1) {
    const [from, to] = [kept[at - 1] as number, kept[at] as number];
    if (to - from < 2) continue;
    line.between(from, to);
    for (let index = from + 1; index < to; index += 1) miss = Math.max(miss, line.distanceTo(index));
  }
  return miss;
}

const RADIANS = Math.PI / 180;

/**
 * Computes distances of positions from great-circle arcs between two of them. Unit vectors need no special case for the
 * poles and the antimeridian.
 */
class SphereLine {
  private readonly vectors: Float64Array;
  private from = 0;
  private to = 0;
  /** The unit vector perpendicular to both ends; all 0 when the ends coincide. */
  private normalX = 0;
  private normalY = 0;
  private normalZ = 0;

  constructor(positions: readonly Position[]) {
    this.vectors = new Float64Array(positions.length * 3);
    positions.forEach(({ lat, lon }, index) => {
      const cosLat = Math.cos(lat * RADIANS);
      this.vectors.set(
        [cosLat * Math.cos(lon * RADIANS), cosLat * Math.sin(lon * RADIANS), Math.sin(lat * RADIANS)],
        index * 3,
      );
    });
  }

  /** Selects the two positions that are the ends of the arc. */
  between(from: number, to: number): void {
    const { vectors } = this;
    [this.from, this.to] = [from * 3, to * 3];
    const [ax, ay, az] = [
      vectors[this.from] as number,
      vectors[this.from + 1] as number,
      vectors[this.from + 2] as number,
    ];
    const [bx, by, bz] = [vectors[this.to] as number, vectors[this.to + 1] as number, vectors[this.to + 2] as number];
    const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const length = Math.hypot(x, y, z);
    // Ends less than a micrometer apart count as one position.
    const scale = length > 1e-13 ? 1 / length : 0;
    [this.normalX, this.normalY, this.normalZ] = [x * scale, y * scale, z * scale];
  }

  /** Returns the distance (m) of a position from the nearest point of the arc. */
  distanceTo(index: number): number {
    const { vectors, from, to, normalX, normalY, normalZ } = this;
    const at = index * 3;
    const [x, y, z] = [vectors[at] as number, vectors[at + 1] as number, vectors[at + 2] as number];
    // The nearest point is inside the arc if the position is past the first end and before the second one, seen along
    // the arc.
    const along = (end: number) =>
      (normalY * (vectors[end + 2] as number) - normalZ * (vectors[end + 1] as number)) * x +
      (normalZ * (vectors[end] as number) - normalX * (vectors[end + 2] as number)) * y +
      (normalX * (vectors[end + 1] as number) - normalY * (vectors[end] as number)) * z;
    if (normalX * normalX + normalY * normalY + normalZ * normalZ > 0 && along(from) >= 0 && along(to) <= 0) {
      return Math.asin(Math.min(1, Math.abs(normalX * x + normalY * y + normalZ * z))) * EARTH_RADIUS_METERS;
    }
    return Math.min(this.chordTo(at, from), this.chordTo(at, to));
  }

  /** Returns the distance (m) between two positions along the surface. */
  private chordTo(one: number, other: number): number {
    const { vectors } = this;
    const x = (vectors[one] as number) - (vectors[other] as number);
    const y = (vectors[one + 1] as number) - (vectors[other + 1] as number);
    const z = (vectors[one + 2] as number) - (vectors[other + 2] as number);
    return 2 * Math.asin(Math.min(1, Math.hypot(x, y, z) / 2)) * EARTH_RADIUS_METERS;
  }
}
