import { keyOf, mix, unit } from '../../../simulation/noise.js';
import { distanceMeters } from '../sphere.js';

/** In each stretch of so long satellite navigation is poor in one region for a while. */
const EVERY_MS = 3 * 3_600_000;
const LASTS_MS = 60 * 60_000;
const RADIUS_METERS = 350_000;
/** Below busy airways, far apart. */
const regions = [
  [50.5, 8.5],
  [34.5, 33.5],
  [39.5, -78],
  [31, 117],
  [56, 19],
  [26, 53],
] as const;

/** Whether aircraft at a place have poor positions, and say so (NACp, NIC). */
export function isDegraded(seed: number, lat: number, lon: number, now: number): boolean {
  const slot = Math.floor(now / EVERY_MS);
  const key = keyOf(seed, `degradation ${slot}`);
  const from = slot * EVERY_MS + unit(key, 0) * (EVERY_MS - LASTS_MS);
  if (now < from || now >= from + LASTS_MS) return false;
  const [regionLat, regionLon] = regions[mix(key, 1) % regions.length] as readonly [number, number];
  return distanceMeters(lat, lon, regionLat, regionLon) < RADIUS_METERS;
}
