import { MAX_CORNERS, polygonProblem, type RingProblem } from './polygon-problem.js';
import { PreparedRing } from './prepared-ring.js';
import { type Corner, type FlatRing, flatRing } from './ring.js';

export const MAX_RINGS = 100;

/** A ring of one of several polygons: the outer ring of its polygon, or one of its holes. */
interface PlacedRing {
  polygon: number;
  /** Index of the ring in its polygon; 0 is the outer ring. */
  ring: number;
  prepared: PreparedRing;
}

/** A problem of a ring, with the indices of its polygon and ring. */
export interface PolygonsProblem extends RingProblem {
  polygon: number;
  ring: number;
}

/**
 * Returns the first problem of polygons in the format of GeoJSON (RFC 7946 §3.1.6): rings that are not closed or
 * invalid by themselves, rings that cross each other, holes outside of their polygon or within each other, and polygons
 * that overlap. Rings may touch each other at single points. Undefined for valid polygons.
 */
export function polygonsProblem(polygons: readonly (readonly (readonly Corner[])[])[]): PolygonsProblem | undefined {
  const rings = polygons.flatMap((of, polygon) => of.map((corners, ring) => ({ polygon, ring, corners })));
  const total = rings.reduce((sum, { corners }) => sum + corners.length - 1, 0);
  if (total > MAX_CORNERS)
    return { polygon: 0, ring: 0, detail: `must have at most ${MAX_CORNERS} corners in all rings together` };
  if (rings.length > MAX_RINGS)
    return { polygon: 0, ring: 0, detail: `must have at most ${MAX_RINGS} rings in all polygons together` };
  for (const { corners, ...place } of rings) {
    const problem = writtenProblem(corners) ?? polygonProblem(corners);
    if (problem !== undefined) return { ...place, ...problem };
  }
  const placed = rings.map(
    ({ corners, ...place }): PlacedRing => ({ ...place, prepared: new PreparedRing(flatRing(corners)) }),
  );
  for (const [index, one] of placed.entries()) {
    for (const other of placed.slice(0, index)) {
      const detail = pairProblem(other, one);
      if (detail !== undefined) return { polygon: one.polygon, ring: one.ring, detail };
    }
  }
  const inner = overlapping(placed);
  return inner && { polygon: inner.polygon, ring: 0, detail: 'must not lie within another polygon' };
}

function writtenProblem(corners: readonly Corner[]): RingProblem | undefined {
  const [first, last] = [corners[0], corners.at(-1)];
  const wide = corners.findIndex(([lon]) => Math.abs(lon) > 180);
  if (wide >= 0) return { corner: wide, detail: 'must have a longitude from -180 to 180 as its first number' };
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
    return { detail: 'must be closed: its last position must be the same as its first' };
  return undefined;
}

/** Returns the problem of a ring in relation to an earlier ring. */
function pairProblem(before: PlacedRing, after: PlacedRing): string | undefined {
  const isSame = before.polygon === after.polygon;
  if (areCrossing(before.prepared.ring, after.prepared.ring))
    return isSame ? 'must not cross another ring of its polygon' : 'must not cross another polygon';
  if (isSame && before.ring === 0)
    return isMostlyIn(after, before) ? undefined : 'must lie within the outer ring of its polygon';
  if (isSame)
    return isMostlyIn(after, before) || isMostlyIn(before, after) ? 'must not overlap another hole' : undefined;
  return undefined;
}

/** Returns the first polygon that is inside another one and not in one of its holes. The rings must not cross. */
function overlapping(placed: readonly PlacedRing[]): PlacedRing | undefined {
  const outers = placed.filter(({ ring }) => ring === 0);
  const isIn = (ring: PlacedRing, other: PlacedRing) =>
    isMostlyIn(ring, other) &&
    !placed.some((hole) => hole.polygon === other.polygon && hole.ring > 0 && isMostlyIn(ring, hole));
  return outers.find((one) => outers.some((other) => other !== one && isIn(one, other)));
}

/**
 * True if most corners and edge midpoints of a ring are inside another ring that it does not cross. The rings may
 * touch, so that a single corner does not decide.
 */
function isMostlyIn(ring: PlacedRing, other: PlacedRing): boolean {
  const { lons, lats } = ring.prepared.ring;
  let inside = 0;
  const places = 2 * (lons.length - 1);
  for (let i = 0; i < places; i += 1) {
    const [a, b] = [i >> 1, (i + 1) >> 1];
    const lon = ((lons[a] as number) + (lons[b] as number)) / 2;
    if (
      other.prepared.contains(
        ((lats[a] as number) + (lats[b] as number)) / 2,
        lon - 360 * Math.floor((lon + 180) / 360),
      )
    )
      inside += 1;
  }
  return inside * 2 > places;
}

/** Returns the number of edges of a ring without the edges that close it around a pole. */
const edgesOf = ({ lons, isPolar }: FlatRing): number => lons.length - 1 - (isPolar ? 3 : 0);

/** True if an edge of one ring crosses an edge of the other, also if their longitudes differ by a full turn. */
function areCrossing(a: FlatRing, b: FlatRing): boolean {
  if (a.north < b.south || b.north < a.south) return false;
  return [-360, 0, 360].some(
    (shift) => a.west <= b.east + shift && b.west + shift <= a.east && areEdgesCrossing(a, b, shift),
  );
}

function areEdgesCrossing(a: FlatRing, b: FlatRing, shift: number): boolean {
  for (let i = 0; i < edgesOf(a); i += 1) {
    const [px, py, qx, qy] = [a.lons[i], a.lats[i], a.lons[i + 1], a.lats[i + 1]] as [number, number, number, number];
    for (let j = 0; j < edgesOf(b); j += 1) {
      const [rx, ry, sx, sy] = [
        (b.lons[j] as number) + shift,
        b.lats[j],
        (b.lons[j + 1] as number) + shift,
        b.lats[j + 1],
      ] as [number, number, number, number];
      const isAcross = side(px, py, qx, qy, rx, ry) * side(px, py, qx, qy, sx, sy) < 0;
      if (isAcross && side(rx, ry, sx, sy, px, py) * side(rx, ry, sx, sy, qx, qy) < 0) return true;
    }
  }
  return false;
}

/** Returns −1, 0 or 1 if (x, y) is right of the line from a to b, on it, or left of it. */
const side = (ax: number, ay: number, bx: number, by: number, x: number, y: number): number =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
