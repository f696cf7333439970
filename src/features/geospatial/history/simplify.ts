import type { Position } from '../position.js';
import { SphereLine } from './sphere-line.js';

/** A line cut down to what shows its shape. */
export interface Simplified {
  /** Which positions are left, ascending; the first and the last always are. */
  kept: number[];
  /** Maximum distance (m) of a removed point from the line. */
  missMeters: number;
}

/** Positions of a stretch that are weighed together: the cost of a stretch may grow with its square. */
const STRETCH = 2_000;

/**
 * Leaves out positions that are within `toleranceMeters` of the line between those that stay (Douglas and Peucker, 1973, on the sphere), and
 * then those that matter least until no more than `most` are left.
 * @param fixed positions that stay, unless there are too many of them
 */
export function simplify(positions: readonly Position[], toleranceMeters: number, most: number, fixed: readonly number[] = []): Simplified {
  const line = new SphereLine(positions);
  const all = positions.map((_position, index) => index);
  const kept = thin(line, all, toleranceMeters, Math.max(2, most), new Set(fixed));
  return { kept, missMeters: missOf(line, kept) };
}

function thin(line: SphereLine, indexes: readonly number[], toleranceMeters: number, most: number, fixed: ReadonlySet<number>): number[] {
  if (indexes.length <= 2) return [...indexes];
  const anchors = indexes.filter((index, at) => at === 0 || at === indexes.length - 1 || at % STRETCH === 0 || fixed.has(index));
  // Too many to stay: those that matter most among them. Without `fixed` there are far fewer from one round to the next.
  if (anchors.length > most) return thin(line, anchors, 0, most, new Set());
  const weights = weigh(line, indexes, anchors);
  const left = indexes.filter((_index, at) => (weights[at] as number) > toleranceMeters);
  if (left.length <= most) return left;
  const order = indexes.map((_index, at) => at).sort((one, other) => (weights[other] as number) - (weights[one] as number) || one - other);
  return order
    .slice(0, most)
    .sort((one, other) => one - other)
    .map((at) => indexes[at] as number);
}

/** The tolerance at which each point is removed; never more than that of its anchor, so that the heaviest points form a Douglas-Peucker line. */
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

function weighStretch(line: SphereLine, indexes: readonly number[], first: number, last: number, weights: Float64Array): void {
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
