/** A position in degrees, WGS 84. Longitudes are in [-180, 180). */
export interface Position {
  lat: number;
  lon: number;
}

/** Returns the equivalent longitude in [-180, 180), also for several full turns. */
export function normalLongitude(lon: number): number {
  return lon >= -180 && lon < 180 ? lon : lon - 360 * Math.floor((lon + 180) / 360);
}

/** True for a latitude and longitude in range. AIS sends 91 and 181 for a position that is not available. */
export const isPosition = (lat: number, lon: number): boolean => lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180;
