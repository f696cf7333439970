import type { EventFilter } from '../../events/event-log.js';

type Box = NonNullable<EventFilter['bbox']>;

/** A cell of the grid of a level. The grid has 2^level columns from 180° W, and as many rows from the south pole. */
export interface Tile {
  level: number;
  column: number;
  row: number;
}

/** Finest level; its tiles are about 600 m high. */
const FINEST = 15;

/** Returns the tile of a point at a level. */
export function tileAt(level: number, latitude: number, longitude: number): Tile {
  const most = 2 ** level - 1;
  const place = (share: number) => Math.min(most, Math.max(0, Math.floor(share * 2 ** level)));
  return { level, column: place((longitude + 180) / 360), row: place((latitude + 90) / 180) };
}

/** Returns the tiles that cover a box: at most four, or four on each side of the antimeridian. */
export function tilesOf({ west, south, east, north }: Box): Tile[] {
  if (west > east)
    return [...tilesOf({ west, south, east: 180, north }), ...tilesOf({ west: -180, south, east, north })];
  const level = levelOf(east - west, north - south);
  const [first, last] = [tileAt(level, south, west), tileAt(level, north, east)];
  const tiles: Tile[] = [];
  for (let { column } = first; column <= last.column; column += 1) {
    for (let { row } = first; row <= last.row; row += 1) tiles.push({ level, column, row });
  }
  return tiles;
}

/**
 * Returns the finest level whose tiles are not smaller than the box, so that the box touches at most two tiles in each
 * direction.
 */
function levelOf(width: number, height: number): number {
  let level = 0;
  while (level < FINEST && width <= 360 / 2 ** (level + 1) && height <= 180 / 2 ** (level + 1)) level += 1;
  return level;
}
