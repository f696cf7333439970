/** Degrees, WGS 84. Longitudes are in [-180, 180). */
export interface Position {
  lat: number;
  lon: number;
}

/** A longitude in [-180, 180) for any number of turns. */
export function normalLongitude(lon: number): number {
  return lon >= -180 && lon < 180 ? lon : lon - 360 * Math.floor((lon + 180) / 360);
}

/** True for a valid position; 181/91 and similar values mean not available. */
export const isPosition = (lat: number, lon: number): boolean => lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180;
