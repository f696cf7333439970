import type { Box } from '../box.js';
import { distanceMeters, EARTH_RADIUS_METERS, METERS_PER_DEGREE } from '../sphere.js';
import type { FlatRing } from './ring.js';

const RADIANS = Math.PI / 180;
/** Maximum width of an edge (°) that is measured in one piece. */
const WIDEST = 10;

/** Returns the distance (m) from a position to the nearest edge of a ring. Edges are straight in degrees. */
export function metersToEdges({ lons, lats }: Pick<FlatRing, 'lons' | 'lats'>, lat: number, lon: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 1 < lons.length; i += 1) {
    const aLon = lons[i] as number;
    const aLat = lats[i] as number;
    const bLon = lons[i + 1] as number;
    const bLat = lats[i + 1] as number;
    // The difference in latitude alone shows that the edge is not nearer.
    if (Math.max(Math.min(aLat, bLat) - lat, lat - Math.max(aLat, bLat)) * METERS_PER_DEGREE >= least) continue;
    const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(bLon - aLon), Math.abs(bLat - aLat)) / WIDEST));
    for (let piece = 0; piece < pieces; piece += 1) {
      const from = piece / pieces;
      const to = (piece + 1) / pieces;
      const meters = metersToEdge(
        aLat + (bLat - aLat) * from,
        aLon + (bLon - aLon) * from,
        aLat + (bLat - aLat) * to,
        aLon + (bLon - aLon) * to,
        lat,
        lon,
      );
      if (meters < least) least = meters;
    }
  }
  return least;
}

/**
 * Returns the distance (m) from a position to an edge. The nearest point of the edge is first searched in a plane where
 * a degree of longitude is as long as at the position, then in a plane where it is as long as half-way to the point
 * found. The distance to that point is measured on the sphere. The result is never too small; within 100 km, and up to
 * 5° from a pole, it is too large by less than 1 %.
 */
export function metersToEdge(aLat: number, aLon: number, bLat: number, bLon: number, lat: number, lon: number): number {
  const x = lon + 360 * Math.round(((aLon + bLon) / 2 - lon) / 360);
  let along = 0;
  let scale = Math.cos(lat * RADIANS);
  for (let round = 0; round < 2; round += 1) {
    const dx = (bLon - aLon) * scale;
    const dy = bLat - aLat;
    const length = dx * dx + dy * dy;
    along = length === 0 ? 0 : ((x - aLon) * scale * dx + (lat - aLat) * dy) / length;
    along = Math.max(0, Math.min(1, along));
    scale = Math.cos(((lat + aLat + dy * along) / 2) * RADIANS);
  }
  return distanceMeters(lat, lon, aLat + (bLat - aLat) * along, aLon + (bLon - aLon) * along);
}

/**
 * Returns a lower bound (m) of the distance from a position to a box: the larger of the distances to its parallels and
 * to its meridians.
 */
export function metersToBox({ west, south, east, north }: Box, lat: number, lon: number): number {
  const byLatitude = Math.max(south - lat, lat - north, 0) * METERS_PER_DEGREE;
  if (lon >= west && lon <= east) return byLatitude;
  const turn = Math.min((((west - lon) % 360) + 360) % 360, (((lon - east) % 360) + 360) % 360) * RADIANS;
  // If the meridian is at least 90° away, its nearest point is the pole.
  const byLongitude =
    turn >= Math.PI / 2
      ? (90 - Math.abs(lat)) * METERS_PER_DEGREE
      : Math.asin(Math.cos(lat * RADIANS) * Math.sin(turn)) * EARTH_RADIUS_METERS;
  return Math.max(byLatitude, byLongitude);
}
