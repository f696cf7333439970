import { boxAround, splitBox } from '../box.js';
import { distanceMeters, EARTH_RADIUS_METERS } from '../sphere.js';
import type { PreparedShape } from './prepared-shape.js';
import { cachedVectorOf, vectorOf } from './vector.js';

/** More than what is lost in the sums of a place. */
const ROUNDING_METERS = 0.001;

/** Prepares the shape of all places at most `radiusMeters` from the center. */
export function prepareCircle(lat: number, lon: number, radiusMeters: number): PreparedShape {
  const [x, y, z] = vectorOf(lat, lon);
  const chord = 2 * Math.sin(Math.min(Math.PI / 2, radiusMeters / (2 * EARTH_RADIUS_METERS)));
  // Straight through the Earth is as good as along it, and costs no sine.
  const most = chord * chord;
  const contains = (otherLat: number, otherLon: number) => {
    const place = cachedVectorOf(otherLat, otherLon);
    const [dx, dy, dz] = [place[0] - x, place[1] - y, place[2] - z];
    return dx * dx + dy * dy + dz * dz <= most;
  };
  // No two of three places are farther apart through the Earth than by way of the third; along its surface it is
  // farther still.
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
