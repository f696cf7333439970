import { METERS_PER_DEGREE } from './sphere.js';

/**
 * A range of latitudes and longitudes in degrees, edges inclusive. West is greater than east if it crosses the
 * antimeridian.
 */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

export const WORLD: Box = { west: -180, south: -90, east: 180, north: 90 };

export function boxContains({ west, south, east, north }: Box, lat: number, lon: number): boolean {
  if (lat < south || lat > north) return false;
  // Positions with a longitude of 180 are stored with -180.
  if (lon === -180 && east === 180) return true;
  return west > east ? lon >= west || lon <= east : lon >= west && lon <= east;
}

/** Returns the box as one or two boxes that do not cross the antimeridian. */
export function splitBox(box: Box): Box[] {
  const { west, south, east, north } = box;
  if (west <= east) return [box];
  return [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ];
}

/** Returns the smallest box that contains all of some boxes that do not cross the antimeridian. */
export function boxAroundAll(boxes: readonly Box[]): Box {
  const [south, north] = [Math.min(...boxes.map((box) => box.south)), Math.max(...boxes.map((box) => box.north))];
  // The widest gap between the boxes is outside.
  const sorted = boxes.toSorted((one, other) => one.west - other.west);
  let [gap, west, east] = [-1, -180, 180];
  let reached = Number.NEGATIVE_INFINITY;
  for (const [index, box] of sorted.entries()) {
    reached = Math.max(reached, box.east);
    const next = sorted[index + 1]?.west ?? (sorted[0]?.west ?? 0) + 360;
    if (next - reached <= gap) continue;
    [gap, west, east] = [next - reached, next > 180 ? next - 360 : next, reached];
  }
  return gap > 0 ? { west, south, east, north } : { ...WORLD, south, north };
}

/** Returns a box with margins of some degrees on all sides. */
export function widened({ west, south, east, north }: Box, degrees: number): Box {
  const [low, high] = [Math.max(-90, south - degrees), Math.min(90, north + degrees)];
  const width = (west <= east ? east - west : east - west + 360) + 2 * degrees;
  if (width >= 360) return { ...WORLD, south: low, north: high };
  const turned = (lon: number) => (lon < -180 ? lon + 360 : lon > 180 ? lon - 360 : lon);
  return { west: turned(west - degrees), south: low, east: turned(east + degrees), north: high };
}

/** Returns the smallest box around a circle; it has all longitudes if the circle contains a pole. */
export function boxAround(lat: number, lon: number, radiusMeters: number): Box {
  const degrees = radiusMeters / METERS_PER_DEGREE;
  const south = Math.max(-90, lat - degrees);
  const north = Math.min(90, lat + degrees);
  // sin Δλ = sin δ / cos φ (the meridians tangent to the circle); a circle with a pole inside has no tangent meridians.
  const sine = Math.sin((degrees * Math.PI) / 180) / Math.cos((lat * Math.PI) / 180);
  if (lat - degrees <= -90 || lat + degrees >= 90 || !(sine < 1)) return { west: -180, south, east: 180, north };
  const span = (Math.asin(sine) * 180) / Math.PI;
  const [west, east] = [lon - span, lon + span];
  return { west: west < -180 ? west + 360 : west, south, east: east > 180 ? east - 360 : east, north };
}
