import { normalLongitude } from '../position.js';
import { type Corner, type FlatRing, flatRing } from './ring.js';

export const MIN_CORNERS = 3;
export const MAX_CORNERS = 1_000;
/** Minimum area (square degrees); a square meter is about a hundred times larger. */
const MIN_AREA = 1e-12;

/**
 * A problem of a ring: `detail` continues a sentence that begins with the name of the ring, and `corner` is the index
 * of the corner that causes it.
 */
export interface RingProblem {
  corner?: number;
  detail: string;
}

/** Returns the problem of a ring; undefined for a ring that encloses an area and does not cross or touch itself. */
export function polygonProblem(corners: readonly Corner[]): RingProblem | undefined {
  for (const [corner, [lon, lat]] of corners.entries()) {
    if (!(lat >= -90 && lat <= 90))
      return { corner, detail: 'must have a latitude from -90 to 90 as its second number' };
    if (!(lon >= -360 && lon <= 360)) return { corner, detail: 'must have a longitude as its first number' };
  }
  const different = corners.filter(
    ([lon, lat], index) => index === 0 || lon !== corners[index - 1]?.[0] || lat !== corners[index - 1]?.[1],
  );
  const ring = flatRing(different);
  const count = ring.lons.length - 1;
  if (different.length < MIN_CORNERS || count < MIN_CORNERS)
    return { detail: `must have ${MIN_CORNERS} different corners or more` };
  // A ring around a pole has three additional corners, which close it.
  if (count > MAX_CORNERS + (ring.isPolar ? 3 : 0)) return { detail: `must have at most ${MAX_CORNERS} corners` };
  // Around a pole the ring may start in the opposite direction, so it may be wider.
  if (ring.east - ring.west > (ring.isPolar ? 540 : 360))
    return { detail: 'must not go around the Earth more than once' };
  const crossing = firstCrossing(ring);
  if (crossing !== undefined) return { detail: `must not cross or touch itself, as it does near ${placeOf(crossing)}` };
  if (!(Math.abs(areaOf(ring)) > MIN_AREA)) return { detail: 'must enclose something' };
  return undefined;
}

const placeOf = ([lon, lat]: Corner) => `${lat.toFixed(4)}, ${normalLongitude(lon).toFixed(4)} (latitude, longitude)`;

/** Returns the area (square degrees) by the shoelace formula, relative to the first corner for precision. */
function areaOf({ lons, lats }: FlatRing): number {
  const [x, y] = [lons[0] as number, lats[0] as number];
  let twice = 0;
  for (let i = 0; i + 1 < lons.length; i += 1) {
    twice +=
      ((lons[i] as number) - x) * ((lats[i + 1] as number) - y) -
      ((lons[i + 1] as number) - x) * ((lats[i] as number) - y);
  }
  return twice / 2;
}

/**
 * Returns a point at which two edges touch or cross although they must not. Edges are compared in the order of their
 * southern ends.
 */
function firstCrossing(ring: FlatRing): Corner | undefined {
  const { lats } = ring;
  const count = ring.lons.length - 1;
  const south = Float64Array.from({ length: count }, (_, edge) =>
    Math.min(lats[edge] as number, lats[edge + 1] as number),
  );
  const north = Float64Array.from({ length: count }, (_, edge) =>
    Math.max(lats[edge] as number, lats[edge + 1] as number),
  );
  const order = Uint32Array.from({ length: count }, (_, edge) => edge).sort(
    (a, b) => (south[a] as number) - (south[b] as number),
  );
  for (let i = 0; i < count; i += 1) {
    const edge = order[i] as number;
    for (let j = i + 1; j < count && (south[order[j] as number] as number) <= (north[edge] as number); j += 1) {
      const other = order[j] as number;
      const place = meetingOf(ring, Math.min(edge, other), Math.max(edge, other), count);
      if (place !== undefined) return place;
    }
  }
  return undefined;
}

/**
 * Returns the point where two edges meet other than as neighbors: an intersection, or a corner of one on the other;
 * undefined without one.
 */
function meetingOf({ lons, lats }: FlatRing, a: number, b: number, count: number): Corner | undefined {
  const at = (corner: number): Corner => [lons[corner] as number, lats[corner] as number];
  const [p, q, r, s] = [at(a), at(a + 1), at(b), at(b + 1)];
  if (b === a + 1) return isSpike(p, q, s) ? q : undefined;
  if (a === 0 && b === count - 1) return isSpike(r, p, q) ? p : undefined;
  if (Math.max(p[0], q[0]) < Math.min(r[0], s[0]) || Math.max(r[0], s[0]) < Math.min(p[0], q[0])) return undefined;
  const [d1, d2, d3, d4] = [side(p, q, r), side(p, q, s), side(r, s, p), side(r, s, q)];
  if (d1 * d2 < 0 && d3 * d4 < 0) return crossingOf(p, q, r, s);
  if (d1 === 0 && isOn(p, q, r)) return r;
  if (d2 === 0 && isOn(p, q, s)) return s;
  if (d3 === 0 && isOn(r, s, p)) return p;
  return d4 === 0 && isOn(r, s, q) ? q : undefined;
}

/**
 * Returns the intersection of the lines from `p` to `q` and from `r` to `s`, which must cross, by the ratio of the
 * areas on both sides.
 */
function crossingOf(p: Corner, q: Corner, r: Corner, s: Corner): Corner {
  const [before, after] = [turn(r, s, p), turn(r, s, q)];
  const part = before / (before - after);
  return [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part];
}

/** Returns twice the area of a triangle; negative if `c` is right of the line from `a` to `b`. */
const turn = (a: Corner, b: Corner, c: Corner) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Returns −1, 0 or 1 if `c` is right of the line from `a` to `b`, on it, or left of it. */
const side = (a: Corner, b: Corner, c: Corner) => Math.sign(turn(a, b, c));

/** True if `c`, which is on the line through `a` and `b`, is between them. */
const isOn = (a: Corner, b: Corner, c: Corner) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

/** True if the ring goes from `a` to `b` and straight back toward `a`. */
const isSpike = (a: Corner, b: Corner, c: Corner) =>
  side(a, b, c) === 0 && (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0;
