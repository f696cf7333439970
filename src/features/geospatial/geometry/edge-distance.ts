import type { Box } from '../box.js';
import { distanceMeters, EARTH_RADIUS_METERS, METERS_PER_DEGREE } from '../sphere.js';
import type { FlatRing } from './ring.js';

const RADIANS = Math.PI / 180;
/** Wider edges (°) are looked at in pieces. */
const WIDEST = 10;

/** Metres from a place to the nearest edge of a ring, edges being straight in degrees. */
export function metersToEdges({ lons, lats }: Pick<FlatRing, 'lons' | 'lats'>, lat: number, lon: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 1 < lons.length; i += 1) {
    const aLon = lons[i] as number;
    const aLat = lats[i] as number;
    const bLon = lons[i + 1] as number;
    const bLat = lats[i + 1] as number;
    // Not nearer than by latitude alone.
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
 * The nearest place is looked for in a plane in which a degree of longitude is as long as it is at the place, then
 * again as it is half-way to what was found; how far it is, is measured on the sphere. Never too little; too much by
 * less than 1 % within 100 km and 5° of a pole.
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

/** Metres from a place to a box at the least: it is at least as far as its parallels and its meridians are. */
export function metersToBox({ west, south, east, north }: Box, lat: number, lon: number): number {
  const byLatitude = Math.max(south - lat, lat - north, 0) * METERS_PER_DEGREE;
  if (lon >= west && lon <= east) return byLatitude;
  const turn = Math.min((((west - lon) % 360) + 360) % 360, (((lon - east) % 360) + 360) % 360) * RADIANS;
  // To a meridian a quarter of a turn away or more the pole is the nearest place.
  const byLongitude =
    turn >= Math.PI / 2
      ? (90 - Math.abs(lat)) * METERS_PER_DEGREE
      : Math.asin(Math.cos(lat * RADIANS) * Math.sin(turn)) * EARTH_RADIUS_METERS;
  return Math.max(byLatitude, byLongitude);
}
