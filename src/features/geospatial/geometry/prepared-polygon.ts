import { type Box, splitBox } from '../box.js';
import { metersToEdges } from './edge-distance.js';
import { PreparedRing } from './prepared-ring.js';
import type { PreparedShape } from './prepared-shape.js';
import { type Corner, type FlatRing, flatRing } from './ring.js';

/**
 * A polygon prepared for fast tests. Its western and southern edges belong to it; its eastern and northern ones do not.
 */
export type PreparedPolygon = PreparedShape;

/**
 * Prepares a polygon for fast tests of many positions. `flatRing` documents how rings across the antimeridian and
 * around a pole are read.
 * @param rings the outer ring, then holes; closed or not, in either direction; valid (see `polygonProblem`)
 */
export function preparePolygon(rings: readonly (readonly Corner[])[]): PreparedPolygon {
  const [outer, ...holes] = rings.map((corners) => new PreparedRing(flatRing(corners))) as [
    PreparedRing,
    ...PreparedRing[],
  ];
  const contains =
    holes.length === 0
      ? (lat: number, lon: number) => outer.contains(lat, lon)
      : (lat: number, lon: number) => outer.contains(lat, lon) && !holes.some((hole) => hole.contains(lat, lon));
  const distanceMeters = (lat: number, lon: number) => {
    if (contains(lat, lon)) return 0;
    const hole = holes.find((ring) => ring.contains(lat, lon));
    return metersToEdges((hole ?? outer).ring, lat, lon);
  };
  const clearanceMeters = (lat: number, lon: number, least: number) => {
    if (holes.length > 0 || outer.halfMeters < least) return 0;
    const meters = outer.metersToEdge(lat, lon);
    return meters === 0 || outer.contains(lat, lon) ? meters : -meters;
  };
  return { boxes: boxesOf(outer.ring), contains, distanceMeters, clearanceMeters };
}

/**
 * Prepares several polygons as one shape.
 * @param polygons valid and separate (see `polygonsProblem`); for each polygon the outer ring, then its holes
 */
export function prepareMultiPolygon(polygons: readonly (readonly (readonly Corner[])[])[]): PreparedShape {
  const parts = polygons.map(preparePolygon);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return {
    boxes: parts.flatMap(({ boxes }) => boxes),
    contains: (lat, lon) => parts.some((part) => part.contains(lat, lon)),
    distanceMeters: (lat, lon) => Math.min(...parts.map((part) => part.distanceMeters(lat, lon))),
    // Outside, the clearance is unknown (0), because an index hit on the box of one part excludes no other part.
    clearanceMeters: (lat, lon, least) =>
      parts.find((part) => part.contains(lat, lon))?.clearanceMeters(lat, lon, least) ?? 0,
  };
}

/** Returns the boxes around a flat ring, whose western end is in [-180, 180). */
export function boxesOf({ west, south, east, north }: FlatRing): Box[] {
  if (east - west >= 360) return [{ west: -180, south, east: 180, north }];
  return splitBox({ west, south, east: east > 180 ? east - 360 : east, north });
}
