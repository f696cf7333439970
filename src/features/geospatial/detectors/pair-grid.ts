/** Maximum number of objects in one cell; the others in a crowd are left out. */
const MAX_PER_CELL = 60;
/**
 * Cells per degree; a cell is 5.6 km high. Up to 84° of latitude, objects within 500 m of each other are in the same or
 * in neighboring cells.
 */
const CELLS_A_DEGREE = 20;
const CELLS_AROUND = 360 * CELLS_A_DEGREE;
/**
 * Offsets (rows, columns) of the cells with which an object is compared: its own cell, the eastern neighbor, and the
 * three northern ones, so that each pair of cells is compared once.
 */
const NEIGHBORS = [
  [0, 0],
  [0, 1],
  [1, -1],
  [1, 0],
  [1, 1],
] as const;
/** Units of work for an object, and for a pair that is near enough to be compared. Any other pair takes one unit. */
const UNITS_AN_OBJECT = 6;
const UNITS_A_COMPARISON = 12;
/** Maximum difference in latitude of a compared pair, in degrees (2.2 km). */
const MAX_DEGREES_APART = 0.02;

interface Placed {
  key: number;
  lat: number;
  lon: number;
}

/** A grid of slow objects, in which each object is compared only with the objects around it. */
export class PairGrid<Item extends Placed> {
  private readonly cells = new Map<number, Item[]>();
  /** The objects in the grid, in the order in which they were added. */
  readonly items: Item[] = [];

  /** Adds an object, unless its cell is full. */
  add(item: Item): void {
    const cell = cellOf(item, 0, 0);
    const there = this.cells.get(cell);
    if (there?.length === MAX_PER_CELL) return;
    if (there === undefined) this.cells.set(cell, [item]);
    else there.push(item);
    this.items.push(item);
  }

  /**
   * Compares an object with the objects around it. When this is called for all objects, each pair is compared once.
   * @param compare receives the object with the lower key first
   * @returns the units of work, each about 50 ns
   */
  compareAround(item: Item, compare: (one: Item, other: Item) => void): number {
    let units = UNITS_AN_OBJECT;
    for (const [rows, columns] of NEIGHBORS) {
      const isOwn = rows === 0 && columns === 0;
      for (const other of this.cells.get(cellOf(item, rows, columns)) ?? []) {
        units += 1;
        if (Math.abs(other.lat - item.lat) > MAX_DEGREES_APART || (isOwn && other.key <= item.key)) continue;
        units += UNITS_A_COMPARISON;
        if (item.key < other.key) compare(item, other);
        else compare(other, item);
      }
    }
    return units;
  }
}

/** Returns the cell of a position, shifted by a number of rows north and columns east. */
const cellOf = ({ lat, lon }: Placed, rows: number, columns: number): number =>
  (Math.floor((lat + 90) * CELLS_A_DEGREE) + rows) * CELLS_AROUND +
  ((Math.floor((lon + 180) * CELLS_A_DEGREE) + columns + CELLS_AROUND) % CELLS_AROUND);
