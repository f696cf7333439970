import type { Position } from './position.js';
import { normalLongitude } from './position.js';

/**
 * Mean radius (m) of the Earth, IUGG. Distances on the sphere differ from distances on the ellipsoid by up to 0.56 %.
 */
export const EARTH_RADIUS_METERS = 6_371_008.8;
export const METERS_PER_NAUTICAL_MILE = 1_852;
export const KNOTS_IN_METERS_PER_SECOND = 1_852 / 3_600;
/** Length of a degree of latitude (m). */
export const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

const RADIANS = Math.PI / 180;

/** Returns the great-circle distance between two positions (m), by the haversine formula. */
export function distanceMeters(aLat: number, aLon: number, bLat: number, bLon: number): number {
  const sinLat = Math.sin(((bLat - aLat) * RADIANS) / 2);
  const sinLon = Math.sin(((bLon - aLon) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(aLat * RADIANS) * Math.cos(bLat * RADIANS) * sinLon * sinLon;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Returns the distance from `center` in whole meters; undefined without a center or a position. */
export const roundedDistance = (center: Position | undefined, position: Position | null): number | undefined =>
  center && position ? Math.round(distanceMeters(center.lat, center.lon, position.lat, position.lon)) : undefined;

/** Returns the initial bearing of the great circle from `a` to `b`, in degrees clockwise from north, in [0, 360). */
export function bearingDegrees(aLat: number, aLon: number, bLat: number, bLon: number): number {
  const dLon = (bLon - aLon) * RADIANS;
  const y = Math.sin(dLon) * Math.cos(bLat * RADIANS);
  const x =
    Math.cos(aLat * RADIANS) * Math.sin(bLat * RADIANS) -
    Math.sin(aLat * RADIANS) * Math.cos(bLat * RADIANS) * Math.cos(dLon);
  return (Math.atan2(y, x) / RADIANS + 360) % 360;
}

/** Returns the position at a distance (m) along the great circle that starts with the bearing (degrees). */
export function destination(lat: number, lon: number, bearing: number, meters: number): Position {
  const angle = meters / EARTH_RADIUS_METERS;
  const sinLat =
    Math.sin(lat * RADIANS) * Math.cos(angle) + Math.cos(lat * RADIANS) * Math.sin(angle) * Math.cos(bearing * RADIANS);
  const y = Math.sin(bearing * RADIANS) * Math.sin(angle) * Math.cos(lat * RADIANS);
  const x = Math.cos(angle) - Math.sin(lat * RADIANS) * sinLat;
  return {
    lat: Math.asin(Math.max(-1, Math.min(1, sinLat))) / RADIANS,
    lon: normalLongitude(lon + Math.atan2(y, x) / RADIANS),
  };
}
