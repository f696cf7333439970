import type { Place } from '../condition.js';
import { getOrCreate } from './get-or-create.js';

/**
 * Widths of the cells of each level, in degrees; a circle is stored at the finest level at which it touches about nine
 * cells or fewer.
 */
const SIZES = [0.25, 2, 15, 360];
/** Meters per degree of latitude, rounded down so that a circle never touches too few cells. */
const METERS_PER_DEGREE = 110_000;

/** Finds the circles that may contain a point. Each circle is stored in the cells of one level that it touches. */
export class CircleIndex<Item> {
  private readonly cells = new Map<string, Set<Item>>();

  add(item: Item, center: Place, radiusMeters: number): void {
    for (const cell of cellsOf(center, radiusMeters)) getOrCreate(this.cells, cell, () => new Set()).add(item);
  }

  /** Removes an item. @param center of the circle as it was added @param radiusMeters as it was added */
  remove(item: Item, center: Place, radiusMeters: number): void {
    for (const cell of cellsOf(center, radiusMeters)) {
      const there = this.cells.get(cell);
      there?.delete(item);
      if (there?.size === 0) this.cells.delete(cell);
    }
  }

  *at({ lat, lon }: Place): Generator<Item> {
    for (const size of SIZES) {
      const there = this.cells.get(nameOf(size, Math.floor(lat / size), columnOf(lon, size)));
      if (there !== undefined) yield* there;
    }
  }
}

function cellsOf({ lat, lon }: Place, radiusMeters: number): string[] {
  const height = radiusMeters / METERS_PER_DEGREE;
  const farthest = Math.min(90, Math.abs(lat) + height);
  const width = farthest > 89 ? 360 : height / Math.cos((farthest * Math.PI) / 180);
  const size = SIZES.find((one) => one >= width) ?? 360;
  // At the coarsest level all longitudes are in one column.
  const [west, east] = size === 360 ? [0, 0] : [Math.floor((lon - width) / size), Math.floor((lon + width) / size)];
  const cells = new Set<string>();
  for (let row = Math.floor((lat - height) / size); row <= Math.floor((lat + height) / size); row += 1)
    for (let column = west; column <= east; column += 1) cells.add(nameOf(size, row, columnOf(column * size, size)));
  return [...cells];
}

/** Returns the column of a longitude, after wrapping it at 360°. */
function columnOf(lon: number, size: number): number {
  const columns = 360 / size;
  return size === 360 ? 0 : ((Math.floor(lon / size) % columns) + columns) % columns;
}

const nameOf = (size: number, row: number, column: number) => `${size} ${row} ${column}`;
