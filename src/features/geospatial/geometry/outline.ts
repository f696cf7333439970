import type { MultiPolygon, Polygon, Position } from 'geojson';
import { degrees } from '../../../http/geojson.js';
import { bearingDegrees, destination, distanceMeters } from '../sphere.js';
import { type Corner, type FlatRing, flatRing } from './ring.js';

/** Number of corners of a full circle. */
const TURN = 72;
/** Maximum distance of vertices along a great circle (m). */
const STEP_METERS = 100_000;

/** Returns a circle as a ring. */
export const ringAround = (lat: number, lon: number, radiusMeters: number): Corner[] =>
  arc(lat, lon, radiusMeters, 0, -360).slice(0, -1);

/** Returns the ring around all positions within a distance of the great-circle arc between two positions. */
export function capsuleAround(from: Corner, to: Corner, meters: number): Corner[] {
  const [length, bearing] = [
    distanceMeters(from[1], from[0], to[1], to[0]),
    bearingDegrees(from[1], from[0], to[1], to[0]),
  ];
  const back = bearingDegrees(to[1], to[0], from[1], from[0]);
  const steps = Math.ceil(length / STEP_METERS);
  const inner = Array.from({ length: steps - 1 }, (_, index) =>
    destination(from[1], from[0], bearing, (length * (index + 1)) / steps),
  );
  const beside = (places: typeof inner, end: Corner, turn: number) =>
    places.map(({ lat, lon }) =>
      cornerOf(destination(lat, lon, bearingDegrees(lat, lon, end[1], end[0]) + turn, meters)),
    );
  // The ring goes around the far end from right to left, back along the left side, around the near end, and out along
  // the right side.
  return [
    ...arc(to[1], to[0], meters, back - 90, -180),
    ...beside(inner.toReversed(), to, -90),
    ...arc(from[1], from[0], meters, bearing - 90, -180),
    ...beside(inner, to, 90),
  ];
}

/** Returns rings as GeoJSON, cut at the antimeridian (RFC 7946 §3.1.9) and with their outer edge counter-clockwise. */
export function ringsGeometry(rings: readonly (readonly Corner[])[]): Polygon | MultiPolygon {
  const polygons = rings.flatMap((ring) => cut(flatRing(ring))).map((ring) => [ring]);
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] as Position[][] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

const cornerOf = ({ lat, lon }: { lat: number; lon: number }): Corner => [lon, lat];

/** Returns points along a circle. @param turn degrees, clockwise when positive */
function arc(lat: number, lon: number, meters: number, from: number, turn: number): Corner[] {
  const steps = Math.ceil((TURN * Math.abs(turn)) / 360);
  return Array.from({ length: steps + 1 }, (_, index) =>
    cornerOf(destination(lat, lon, from + (turn * index) / steps, meters)),
  );
}

function cut({ lons, lats, east }: FlatRing): Position[][] {
  const ring = Array.from(lons, (lon, index): Corner => [lon, lats[index] as number]);
  const parts: Position[][] = [];
  for (let start = -180; start < east; start += 360) {
    const part = clip(clip(ring, start, 1), start + 360, -1);
    if (part.length < 3) continue;
    parts.push(wound(part.map(([lon, lat]) => [degrees(lon - start - 180), degrees(lat)])));
  }
  return parts;
}

/** Returns the part of a closed ring east (1) or west (−1) of a meridian (Sutherland and Hodgman, 1974). */
function clip(ring: readonly Corner[], meridian: number, side: 1 | -1): Corner[] {
  const kept: Corner[] = [];
  const isIn = ([lon]: Corner) => (lon - meridian) * side >= 0;
  for (let i = 0; i < ring.length; i += 1) {
    const [a, b] = [ring[(i + ring.length - 1) % ring.length] as Corner, ring[i] as Corner];
    if (isIn(a) !== isIn(b)) kept.push([meridian, a[1] + ((meridian - a[0]) / (b[0] - a[0])) * (b[1] - a[1])]);
    if (isIn(b)) kept.push(b);
  }
  return kept;
}

/** Returns the corners as a closed, counter-clockwise ring. */
function wound(corners: Position[]): Position[] {
  const closed = [...corners, corners[0] as Position].filter(
    ([lon, lat], index, all) => index === 0 || lon !== all[index - 1]?.[0] || lat !== all[index - 1]?.[1],
  );
  let twice = 0;
  for (let i = 0; i + 1 < closed.length; i += 1) {
    const [[ax, ay], [bx, by]] = [closed[i], closed[i + 1]] as [[number, number], [number, number]];
    twice += ax * by - bx * ay;
  }
  return twice < 0 ? closed.reverse() : closed;
}
