import type { Position } from 'geojson';
import type { Box } from '../box.js';

/** An edge of a box: separates points inside from points outside, and computes where a line crosses the edge. */
interface Edge {
  isInside(x: number, y: number): boolean;
  crossing(x: number, y: number, otherX: number, otherY: number): [x: number, y: number];
}

const atX = (edge: number, isInside: Edge['isInside']): Edge => ({
  isInside,
  crossing: (x, y, otherX, otherY) => [edge, y + ((otherY - y) * (edge - x)) / (otherX - x)],
});
const atY = (edge: number, isInside: Edge['isInside']): Edge => ({
  isInside,
  crossing: (x, y, otherX, otherY) => [x + ((otherX - x) * (edge - y)) / (otherY - y), edge],
});

/**
 * Clips a closed ring to a box (Sutherland and Hodgman, "Reentrant polygon clipping", 1974). Parts of the result may be
 * joined by lines along the edges of the box, so callers clip to a box that is larger than the visible area.
 * @param ring x, y, x, y, …
 * @returns a closed ring; empty when nothing is inside
 */
export function clipRing(ring: Float64Array, { west, south, east, north }: Box): Position[] {
  const edges = [
    atX(west, (x) => x >= west),
    atX(east, (x) => x <= east),
    atY(south, (_x, y) => y >= south),
    atY(north, (_x, y) => y <= north),
  ];
  let points: ArrayLike<number> = ring;
  for (const edge of edges) points = clipped(points, edge);
  const positions: Position[] = [];
  for (let at = 0; at < points.length; at += 2) positions.push([points[at] as number, points[at + 1] as number]);
  const [first, last] = [positions[0], positions.at(-1)];
  if (first === undefined || last === undefined) return [];
  return first[0] === last[0] && first[1] === last[1] ? positions : [...positions, first];
}

function clipped(points: ArrayLike<number>, { isInside, crossing }: Edge): number[] {
  const kept: number[] = [];
  let [lastX, lastY] = [points[points.length - 2] as number, points[points.length - 1] as number];
  let wasInside = isInside(lastX, lastY);
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    const isIn = isInside(x, y);
    if (isIn !== wasInside) kept.push(...crossing(lastX, lastY, x, y));
    if (isIn) kept.push(x, y);
    lastX = x;
    lastY = y;
    wasInside = isIn;
  }
  return kept;
}
