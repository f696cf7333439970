import { bearingDegrees, destination, distanceMeters } from '../sphere.js';
import { type Corner, type FlatRing, flatRing } from './ring.js';

/** A part of an outline: returns its point for a fraction from 0 (start) to 1 (end). Longitudes may exceed ±180. */
export type Curve = (part: number) => Corner;

/** The outline of an area as exact curves, for images of any scale. */
export interface CurvedOutline {
  /**
   * For each polygon, the outer ring and then its holes. Each curve starts where the previous one ends, and the last
   * one ends at the start of the first; the area is on the left.
   */
  polygons: ReadonlyArray<ReadonlyArray<readonly Curve[]>>;
  /** True if the polygons overlap and the area is their union. */
  isUnion: boolean;
}

/** Maximum length of a curve (degrees, m). Short curves have an unambiguous direction around the Earth. */
const MAX_DEGREES = 20;
const MAX_METERS = 2_000_000;

/**
 * Returns the outline of polygons with edges that are straight in degrees, read as by `flatRing`.
 * @param polygons for each polygon, the outer ring and then its holes, in any direction
 */
export const polygonCurves = (polygons: ReadonlyArray<ReadonlyArray<readonly Corner[]>>): CurvedOutline => ({
  polygons: polygons.map((rings) =>
    rings.map((ring, index) => (index === 0 ? ringCurves(ring) : reversed(ringCurves(ring)))),
  ),
  isUnion: false,
});

/** Returns the curves of a ring with the enclosed area on their left. */
function ringCurves(corners: readonly Corner[]): Curve[] {
  const ring = flatRing(corners);
  const { lons, lats } = ring;
  const count = lons.length - 1;
  const [first, edges] = ring.isPolar ? [0, count - 3] : capOf(ring);
  const curves = Array.from({ length: edges }, (_, index) => edgeCurves(ring, (first + index) % count)).flat();
  if (edges === count) return isCounterClockwise(ring) ? curves : reversed(curves);
  const turned = (lons[(first + edges) % count] as number) - (lons[first] as number);
  const pole = lats[(first + edges + 1) % count] as number;
  return turned > 0 === pole > 0 ? curves : reversed(curves);
}

const reversed = (curves: readonly Curve[]): Curve[] => curves.toReversed().map(backwards);

function isCounterClockwise({ lons, lats }: FlatRing): boolean {
  let area = 0;
  for (let at = 1; at < lons.length; at += 1) {
    area += ((lons[at] as number) - (lons[at - 1] as number)) * ((lats[at] as number) + (lats[at - 1] as number));
  }
  return area < 0;
}

/**
 * Finds the edges of a ring without the edges that only close it around a pole. A polar cap may be written with corners
 * at the pole, at 180° west and east: up along the antimeridian, along the pole, and down again.
 * @returns the index of the first edge, and the number of edges
 */
function capOf({ lons, lats }: FlatRing): [first: number, edges: number] {
  const count = lons.length - 1;
  for (let edge = 0; edge < count; edge += 1) {
    const isAtPole =
      Math.abs(lats[edge] as number) === 90 &&
      lats[edge] === lats[edge + 1] &&
      Math.abs((lons[edge + 1] as number) - (lons[edge] as number)) === 360;
    if (isAtPole && lons[(edge + count - 1) % count] === lons[edge] && lons[(edge + 2) % count] === lons[edge + 1])
      return [(edge + 2) % count, count - 3];
  }
  return [0, count];
}

export const circleCurves = (lat: number, lon: number, radiusMeters: number): CurvedOutline => ({
  polygons: [[arcs(lat, lon, radiusMeters, 0, 360)]],
  isUnion: false,
});

/**
 * Returns one polygon for each part of the line, with all positions at most half the width from that part.
 * @param line neighbors differ and are not antipodal
 */
export const corridorCurves = (line: readonly Corner[], widthMeters: number): CurvedOutline => ({
  polygons: line.slice(1).map((to, index) => [capsule(line[index] as Corner, to, widthMeters / 2)]),
  isUnion: true,
});

const backwards =
  (curve: Curve): Curve =>
  (part) =>
    curve(1 - part);

function edgeCurves({ lons, lats }: FlatRing, edge: number): Curve[] {
  const [lon, lat] = [lons[edge] as number, lats[edge] as number];
  const [along, up] = [(lons[edge + 1] as number) - lon, (lats[edge + 1] as number) - lat];
  const count = Math.max(1, Math.ceil(Math.max(Math.abs(along), Math.abs(up)) / MAX_DEGREES));
  return Array.from(
    { length: count },
    (_, index): Curve =>
      (part) => {
        const gone = (index + part) / count;
        return [lon + along * gone, lat + up * gone];
      },
  );
}

/**
 * Returns the curves around the far end, back along the left side, around the near end, and out along the right side.
 */
function capsule(from: Corner, to: Corner, meters: number): Curve[] {
  const bearing = bearingDegrees(from[1], from[0], to[1], to[0]);
  const back = bearingDegrees(to[1], to[0], from[1], from[0]);
  return [
    ...arcs(to[1], to[0], meters, back - 90, 180),
    ...side(to, from, back, meters),
    ...arcs(from[1], from[0], meters, bearing - 90, 180),
    ...side(from, to, bearing, meters),
  ];
}

/** Returns curves along the right side of a great-circle arc. */
function side(from: Corner, to: Corner, bearing: number, meters: number): Curve[] {
  const length = distanceMeters(from[1], from[0], to[1], to[0]);
  const count = Math.ceil(length / MAX_METERS);
  return Array.from(
    { length: count },
    (_, index): Curve =>
      (part) => {
        const gone = (length * (index + part)) / count;
        const place = destination(from[1], from[0], bearing, gone);
        // The bearing is computed toward the farther end, because at an end itself it is undefined.
        const ahead =
          gone < length / 2
            ? bearingDegrees(place.lat, place.lon, to[1], to[0])
            : bearingDegrees(place.lat, place.lon, from[1], from[0]) + 180;
        return cornerOf(destination(place.lat, place.lon, ahead + 90, meters));
      },
  );
}

/** Returns counter-clockwise curves around a position, which keep it on their left. @param turn degrees */
function arcs(lat: number, lon: number, meters: number, from: number, turn: number): Curve[] {
  const count = Math.ceil(turn / 45);
  return Array.from(
    { length: count },
    (_, index): Curve =>
      (part) =>
        cornerOf(destination(lat, lon, from - (turn * (index + part)) / count, meters)),
  );
}

const cornerOf = ({ lat, lon }: { lat: number; lon: number }): Corner => [lon, lat];
