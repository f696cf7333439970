import { boxAround, splitBox } from '../box.js';
import { distanceMeters, EARTH_RADIUS_METERS } from '../sphere.js';
import type { PreparedShape } from './prepared-shape.js';
import { cachedVectorOf, vectorOf } from './vector.js';

/** Clearances below this (m) count as 0; it is more than the rounding error of a position. */
const ROUNDING_METERS = 0.001;

/** Prepares the shape of all positions at most `radiusMeters` from the center. */
export function prepareCircle(lat: number, lon: number, radiusMeters: number): PreparedShape {
  const [x, y, z] = vectorOf(lat, lon);
  const chord = 2 * Math.sin(Math.min(Math.PI / 2, radiusMeters / (2 * EARTH_RADIUS_METERS)));
  // Comparing straight distances through the Earth gives the same result as along its surface, and needs no sine.
  const most = chord * chord;
  const contains = (otherLat: number, otherLon: number) => {
    const place = cachedVectorOf(otherLat, otherLon);
    const [dx, dy, dz] = [place[0] - x, place[1] - y, place[2] - z];
    return dx * dx + dy * dy + dz * dz <= most;
  };
  // Straight distances satisfy the triangle inequality, and distances along the surface are longer, so the difference
  // is a lower bound of the distance to travel.
  const clearance = (otherLat: number, otherLon: number) => {
    const place = cachedVectorOf(otherLat, otherLon);
    const [dx, dy, dz] = [place[0] - x, place[1] - y, place[2] - z];
    const meters = (chord - Math.sqrt(dx * dx + dy * dy + dz * dz)) * EARTH_RADIUS_METERS;
    return Math.abs(meters) < ROUNDING_METERS ? 0 : meters;
  };
  const distance = (otherLat: number, otherLon: number) =>
    Math.max(0, distanceMeters(lat, lon, otherLat, otherLon) - radiusMeters);
  return {
    boxes: splitBox(boxAround(lat, lon, radiusMeters)),
    contains,
    distanceMeters: distance,
    clearanceMeters: clearance,
  };
}
