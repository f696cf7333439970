import { createRequire } from 'node:module';
import { geoEquirectangular, geoStream } from 'd3-geo';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { lazy } from '../../../../async/lazy.js';

/** The library of the H3 grid; it is loaded at first use, which takes 10 ms. */
export const h3 = lazy(() => createRequire(import.meta.url)('h3-js') as typeof import('h3-js'));

/** The finest resolution of counts, with cells of 0.7 km². */
export const FINEST = 8;

/**
 * Returns the H3 cell of a position at a resolution as one small number: the base cell (0 to 121), followed by three
 * bits per resolution, as in the index itself (https://h3geo.org/docs/core-library/h3Indexing). Each resolution must be
 * computed from the position: a cell is not completely inside its parent, so that for one position in fifteen the
 * parent of the finest cell differs from the cell at the coarser resolution.
 */
export function codeAt(lat: number, lon: number, resolution: number): number {
  const { h3IndexToSplitLong, latLngToCell } = h3();
  const [lower, upper] = h3IndexToSplitLong(latLngToCell(lat, lon, resolution));
  // Bits 45 to 51 are the base cell. The digits follow from bit 44 down; the digit of resolution 8 is bits 21 to 23.
  const code = ((((upper >>> 13) & 0x7f) << 24) | ((upper & 0x1fff) << 11) | (lower >>> 21)) >>> 0;
  return code >>> (3 * (FINEST - resolution));
}

/** Returns the H3 index of a cell code, in hexadecimal. */
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

/** A projection to degrees of longitude and latitude, cut at the antimeridian and the poles. */
const flat = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .reflectY(true)
  .precision(0);

/**
 * Returns the outline of a cell. An outline that crosses the antimeridian is split there (RFC 7946 §3.1.9); an outline
 * around a pole extends to it.
 */
export function polygonOf(cell: string): Polygon | MultiPolygon {
  const boundary = h3().cellToBoundary(cell, true);
  const lons = boundary.map(([lon]) => lon);
  if (Math.max(...lons) - Math.min(...lons) < 180) return { type: 'Polygon', coordinates: [closed(boundary)] };
  const rings: Position[][] = [];
  const stream = flat.stream({
    polygonStart: () => {},
    polygonEnd: () => {},
    lineStart: () => rings.push([]),
    point: (x, y) => rings.at(-1)?.push([x, y]),
    lineEnd: () => {},
  });
  // The direction of rings in d3-geo is the opposite of the direction in GeoJSON.
  geoStream({ type: 'Polygon', coordinates: [boundary.toReversed()] }, stream);
  const parts = rings.map((ring) => [closed(ring.reverse())]);
  return parts.length === 1
    ? { type: 'Polygon', coordinates: parts[0] as Position[][] }
    : { type: 'MultiPolygon', coordinates: parts };
}

/** Returns a closed ring of positions rounded to six decimals (0.1 m), without consecutive repetitions. */
function closed(ring: readonly Position[]): Position[] {
  const rounded = ring.map((position) => position.map((degrees) => Math.round(degrees * 1e6) / 1e6));
  const corners = rounded.filter(
    ([lon, lat], index) => index === 0 || lon !== rounded[index - 1]?.[0] || lat !== rounded[index - 1]?.[1],
  );
  const [first, last] = [corners[0] as Position, corners.at(-1) as Position];
  return first[0] === last[0] && first[1] === last[1] ? corners : [...corners, first];
}
