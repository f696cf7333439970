import type { Box } from '../../box.js';

/** Number of levels. Level 15 has the smallest cells, which are 360° / 2¹⁵ or 1.2 km wide. */
const LEVELS = 16;
const COLUMNS = 32_768;
/**
 * Cells are this number of levels finer than their boxes. With cells as large as the boxes, five of six boxes found
 * would not contain the point.
 */
const FINER_LEVELS = 2;

/**
 * Finds the boxes that contain a point. A box is kept in the cells of a level at which it is two to four cells long, so
 * in at most 25 cells: adding or removing it takes constant time, and a search reads one cell per level. Boxes do not
 * cross the antimeridian.
 */
export class BoxIndex {
  /** Numbers of the boxes by cell, for each level. */
  private readonly levels: Array<Map<number, number[]>> = Array.from({ length: LEVELS }, () => new Map());
  /** West, south, east and north of each box. */
  private edges = new Float64Array(4 * 64);
  private items = new Int32Array(64);
  private readonly free: number[] = [];
  private used = 0;
  private readonly boxesOf = new Map<number, number[]>();

  /** Adds an item with its boxes. @param item a small integer that is not in the index yet */
  add(item: number, boxes: readonly Box[]): void {
    const numbers = boxes.map((box) => this.insert(item, box));
    this.boxesOf.set(item, numbers);
  }

  remove(item: number): void {
    for (const box of this.boxesOf.get(item) ?? []) {
      this.eachCell(box, (cells, cell) => {
        const there = cells.get(cell) as number[];
        if (there.length === 1) cells.delete(cell);
        else {
          there[there.indexOf(box)] = there.at(-1) as number;
          there.pop();
        }
      });
      this.free.push(box);
    }
    this.boxesOf.delete(item);
  }

  /**
   * Writes the items whose boxes contain a point to `found`, once for each such box.
   * @returns the number of items written
   */
  search(lat: number, lon: number, found: number[]): number {
    let count = 0;
    const { edges, items } = this;
    for (let level = 0; level < LEVELS; level += 1) {
      const cells = this.levels[level] as Map<number, number[]>;
      if (cells.size === 0) continue;
      const there = cells.get(cellAt(level, lat, lon));
      if (there === undefined) continue;
      for (let i = 0; i < there.length; i += 1) {
        const at = 4 * (there[i] as number);
        if (
          lon < (edges[at] as number) ||
          lat < (edges[at + 1] as number) ||
          lon > (edges[at + 2] as number) ||
          lat > (edges[at + 3] as number)
        )
          continue;
        found[count] = items[there[i] as number] as number;
        count += 1;
      }
    }
    return count;
  }

  private insert(item: number, { west, south, east, north }: Box): number {
    const box = this.free.pop() ?? this.used++;
    if (box >= this.items.length) {
      const [edges, items] = [new Float64Array(this.edges.length * 2), new Int32Array(this.items.length * 2)];
      edges.set(this.edges);
      items.set(this.items);
      [this.edges, this.items] = [edges, items];
    }
    this.edges.set([west, south, east, north], 4 * box);
    this.items[box] = item;
    this.eachCell(box, (cells, cell) => {
      const there = cells.get(cell);
      if (there === undefined) cells.set(cell, [box]);
      else there.push(box);
    });
    return box;
  }

  private eachCell(box: number, visit: (cells: Map<number, number[]>, cell: number) => void): void {
    const [west, south, east, north] = this.edges.subarray(4 * box, 4 * box + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const size = Math.max(east - west, north - south, 360 / COLUMNS);
    const level = Math.min(LEVELS - 1, Math.max(0, Math.floor(Math.log2(360 / size))) + FINER_LEVELS);
    const cells = this.levels[level] as Map<number, number[]>;
    const [first, last] = [cellAt(level, south, west), cellAt(level, north, east)];
    const rows = Math.floor(last / COLUMNS) - Math.floor(first / COLUMNS);
    const columns = (last % COLUMNS) - (first % COLUMNS);
    for (let row = 0; row <= rows; row += 1)
      for (let column = 0; column <= columns; column += 1) visit(cells, first + row * COLUMNS + column);
  }
}

function cellAt(level: number, lat: number, lon: number): number {
  const perDegree = 2 ** level / 360;
  return Math.floor((lat + 90) * perDegree) * COLUMNS + Math.min(2 ** level - 1, Math.floor((lon + 180) * perDegree));
}
