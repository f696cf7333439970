import type { Corner } from './ring.js';

const PRECISION = 1e5;

/**
 * Reads Google's encoded polyline format, precision 5, latitude first:
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 * @returns undefined for an invalid text
 */
export function decodePolyline(text: string): Corner[] | undefined {
  const values: number[] = [];
  let [bits, shift] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const chunk = text.charCodeAt(index) - 63;
    // 30 bits hold any difference of two longitudes.
    if (chunk < 0 || chunk > 63 || shift > 25) return undefined;
    bits |= (chunk & 31) << shift;
    shift += 5;
    if (chunk >= 32) continue;
    values.push(bits & 1 ? ~(bits >>> 1) : bits >>> 1);
    [bits, shift] = [0, 0];
  }
  if (shift > 0 || values.length % 2 === 1) return undefined;
  const corners: Corner[] = [];
  let [lat, lon] = [0, 0];
  for (let index = 0; index < values.length; index += 2) {
    lat += values[index] as number;
    lon += values[index + 1] as number;
    corners.push([lon / PRECISION, lat / PRECISION]);
  }
  return corners;
}
