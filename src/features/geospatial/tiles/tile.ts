import { wrongParameter } from '../../../api/problem.js';
import type { Box } from '../box.js';

/** Highest zoom level; its tiles are about 40 m wide at the equator. */
export const MAX_ZOOM = 20;
/** Number of units along an edge of a tile; most producers of vector tiles use this number. */
export const EXTENT = 4096;
/**
 * Number of units beyond each edge that belong to a tile, so that symbols on the edge are drawn whole in both tiles.
 */
export const BUFFER = 128;

/** A tile of Web Mercator: `x` counts from 180° W eastward, `y` from 85.0511° N southward, each from 0 to 2^z - 1. */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** Returns the tile. @throws Problem `invalid_request` for a column or row that the zoom level does not have */
export function checkTile(tile: Tile): Tile {
  const last = 2 ** tile.z - 1;
  for (const name of ['x', 'y'] as const)
    if (tile[name] > last) throw wrongParameter(`path/${name}`, `must be at most ${last} at zoom level ${tile.z}`);
  return tile;
}

const lonOf = (x: number): number => x * 360 - 180;
const latOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** Returns the latitude at a fraction of the height of a tile, from its northern edge. */
export const latitudeOf = ({ z, y }: Tile, part: number): number => latOf((y + part) / 2 ** z);

/** Returns a longitude in [-180, 180]; a longitude beyond the antimeridian is changed by a full turn. */
const around = (lon: number): number => (lon < -180 ? lon + 360 : lon > 180 ? lon - 360 : lon);

/** Returns the box of a tile with its buffer, which may cross the antimeridian. @param buffer units beyond each edge */
export function boxOfTile({ z, x, y }: Tile, buffer = BUFFER): Box {
  const size = 2 ** z;
  const beyond = buffer / EXTENT;
  const south = latOf(Math.min(1, (y + 1 + beyond) / size));
  const north = latOf(Math.max(0, (y - beyond) / size));
  if (z === 0) return { west: -180, south, east: 180, north };
  return { west: around(lonOf((x - beyond) / size)), south, east: around(lonOf((x + 1 + beyond) / size)), north };
}

/**
 * Returns a position in units of a tile, from its north-western corner. Among the equivalent longitudes, the one
 * nearest to the tile is used.
 */
export function pixelOf({ z, x, y }: Tile, lat: number, lon: number): [x: number, y: number] {
  const size = 2 ** z;
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((lat * Math.PI) / 180)));
  const down = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  let right = ((lon + 180) / 360) * size - x;
  // The middle of the tile is at 0.5.
  if (z > 0 && right - 0.5 > size / 2) right -= size;
  else if (z > 0 && right - 0.5 < -size / 2) right += size;
  return [Math.round(right * EXTENT), Math.round((down * size - y) * EXTENT)];
}
