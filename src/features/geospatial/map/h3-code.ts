import { h3 } from './h3.js';

/** The finest resolution that is counted: cells of 0.7 km². */
export const FINEST = 8;

/**
 * The cell of H3 around a place at a resolution, as one small number: the base cell (0 to 121) and then three bits a resolution, as in the index
 * itself (https://h3geo.org/docs/core-library/h3Indexing). Each resolution is computed from the place: a cell does not lie wholly inside its
 * parent, so that for one place in fifteen the parent of the finest cell is another cell than the one around the place.
 */
export function codeAt(lat: number, lon: number, resolution: number): number {
  const { h3IndexToSplitLong, latLngToCell } = h3();
  const [lower, upper] = h3IndexToSplitLong(latLngToCell(lat, lon, resolution));
  // Bits 45 to 51: the base cell; from 44 down the digits, those of resolution 8 being 21 to 23.
  const code = ((((upper >>> 13) & 0x7f) << 24) | ((upper & 0x1fff) << 11) | (lower >>> 21)) >>> 0;
  return code >>> (3 * (FINEST - resolution));
}

/** The index of a cell, as H3 writes it. */
export function cellOf(code: number, resolution: number): string {
  const unused = 3 * (FINEST - resolution);
  // Digits beyond the resolution are 7.
  const digits = code * 2 ** unused + (2 ** unused - 1);
  const base = Math.floor(digits / 2 ** 24);
  const rest = digits % 2 ** 24;
  const upper = ((1 << 27) | (resolution << 20) | (base << 13) | (rest >>> 11)) >>> 0;
  const lower = (((rest & 0x7ff) << 21) | 0x1fffff) >>> 0;
  return h3().splitLongToH3Index(lower, upper);
}
