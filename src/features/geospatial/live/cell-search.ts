import type { Area } from '../area.js';
import { type Box, splitBox } from '../box.js';
import { BLOCK, BLOCK_COLUMNS, type CellGrid, COLUMNS, columnOf, ROWS, rowOf } from './cell-grid.js';
import { grown } from './grown-column.js';
import { LAT, LON, type ObjectRows, STRIDE, VERSION } from './object-rows.js';

/** Searches slots in a grid. The methods return the slots of objects in an area or a box. */
export class CellSearch {
  private found = new Int32Array(1_024);
  private count = 0;
  /**
   * The cells of the current box: the index of a cell that is completely inside, or its complement `~cell` if its slots
   * must be checked.
   */
  private readonly cells = new Int32Array(ROWS * (COLUMNS + 1));
  private cellCount = 0;

  constructor(
    private readonly grid: CellGrid,
    private readonly rows: ObjectRows,
  ) {}

  within(area: Area): Int32Array {
    this.count = 0;
    for (const box of area.boxes) {
      this.gather(box, 0, true);
      for (let index = 0; index < this.cellCount; index += 1) {
        const cell = this.cells[index] as number;
        if (cell >= 0 && area.isBoxes) this.takeAll(cell);
        else this.takeThose(cell < 0 ? ~cell : cell, area);
      }
    }
    return area.boxes.length > 1 ? withoutRepeats(this.found.slice(0, this.count)) : this.found.slice(0, this.count);
  }

  changedWithin(box: Box, since: number): Int32Array {
    this.count = 0;
    const parts = splitBox(box);
    for (const part of parts) this.changedIn(part, since, parts.length === 1);
    return this.found.slice(0, this.count);
  }

  countIn(box: Box): number {
    const parts = splitBox(box);
    return parts.reduce((sum, part) => sum + this.countInPart(part, parts.length === 1), 0);
  }

  private changedIn(box: Box, since: number, withSeam: boolean): void {
    this.gather(box, since, withSeam);
    const { values } = this.rows;
    for (let index = 0; index < this.cellCount; index += 1) {
      const mark = this.cells[index] as number;
      const cell = mark < 0 ? ~mark : mark;
      const bucket = this.bucket(cell);
      for (let place = 0; place < (this.grid.counts[cell] as number); place += 1) {
        const slot = bucket[place] as number;
        if ((values[slot * STRIDE + VERSION] as number) > since && (mark >= 0 || this.isIn(box, slot, withSeam)))
          this.found[this.count++] = slot;
      }
    }
  }

  private countInPart(box: Box, withSeam: boolean): number {
    let sum = 0;
    this.gather(box, 0, withSeam);
    for (let index = 0; index < this.cellCount; index += 1) {
      const mark = this.cells[index] as number;
      const count = this.grid.counts[mark < 0 ? ~mark : mark] as number;
      if (mark >= 0) sum += count;
      else
        for (let place = 0; place < count; place += 1)
          if (this.isIn(box, (this.grid.buckets[~mark] as Int32Array)[place] as number, withSeam)) sum += 1;
    }
    return sum;
  }

  /**
   * True if a slot is in a part of a box. Slots at -180° belong to the part that starts there, not also to the one that
   * ends at 180°.
   */
  private isIn({ west, south, east, north }: Box, slot: number, withSeam: boolean): boolean {
    const lat = this.rows.values[slot * STRIDE + LAT] as number;
    const lon = this.rows.values[slot * STRIDE + LON] as number;
    return lat >= south && lat <= north && ((lon >= west && lon <= east) || (withSeam && lon === -180 && east === 180));
  }

  /**
   * Collects the cells of a box, without empty cells and cells in which nothing changed after `since`.
   * @param withSeam true if a box that ends at 180° also contains slots at -180°
   */
  private gather({ west, south, east, north }: Box, since: number, withSeam: boolean): void {
    this.cellCount = 0;
    const { blockCounts, blockVersions } = this.grid;
    const [firstRow, lastRow] = [rowOf(south), rowOf(north)];
    const [firstColumn, lastColumn] = [columnOf(west), columnOf(east)];
    for (let blockRow = (firstRow / BLOCK) | 0; blockRow * BLOCK <= lastRow; blockRow += 1) {
      const rowEnd = Math.min(lastRow, blockRow * BLOCK + BLOCK - 1);
      for (let blockColumn = (firstColumn / BLOCK) | 0; blockColumn * BLOCK <= lastColumn; blockColumn += 1) {
        const block = blockRow * BLOCK_COLUMNS + blockColumn;
        if (blockCounts[block] === 0 || !((blockVersions[block] as number) > since)) continue;
        const columnEnd = Math.min(lastColumn, blockColumn * BLOCK + BLOCK - 1);
        for (let row = Math.max(firstRow, blockRow * BLOCK); row <= rowEnd; row += 1) {
          const isWholeRow = south <= row - 90 && north >= row - 89;
          for (let column = Math.max(firstColumn, blockColumn * BLOCK); column <= columnEnd; column += 1) {
            this.add(row * COLUMNS + column, since, isWholeRow && west <= column - 180 && east >= column - 179);
          }
        }
      }
    }
    if (withSeam && east === 180 && firstColumn > 0)
      for (let row = firstRow; row <= lastRow; row += 1) this.add(row * COLUMNS, since, false);
  }

  private add(cell: number, since: number, isWhole: boolean): void {
    if (this.grid.counts[cell] === 0 || !((this.grid.versions[cell] as number) > since)) return;
    this.cells[this.cellCount++] = isWhole ? cell : ~cell;
  }

  /** Returns the slots of a cell, after making room for all of them in `found`. */
  private bucket(cell: number): Int32Array {
    const needed = this.count + (this.grid.counts[cell] as number);
    if (needed > this.found.length) this.found = grown(this.found, 2 * needed);
    return this.grid.buckets[cell] as Int32Array;
  }

  private takeAll(cell: number): void {
    const bucket = this.bucket(cell);
    const count = this.grid.counts[cell] as number;
    for (let index = 0; index < count; index += 1) this.found[this.count + index] = bucket[index] as number;
    this.count += count;
  }

  private takeThose(cell: number, area: Area): void {
    const bucket = this.bucket(cell);
    const { values } = this.rows;
    const count = this.grid.counts[cell] as number;
    for (let index = 0; index < count; index += 1) {
      const row = (bucket[index] as number) * STRIDE;
      if (area.contains(values[row + LAT] as number, values[row + LON] as number))
        this.found[this.count++] = bucket[index] as number;
    }
  }
}

/** Sorts slots and removes duplicates, which occur when the boxes of an area overlap. */
function withoutRepeats(slots: Int32Array): Int32Array {
  slots.sort();
  let count = 0;
  for (let index = 0; index < slots.length; index += 1)
    if (index === 0 || slots[index] !== slots[index - 1]) slots[count++] = slots[index] as number;
  return slots.subarray(0, count);
}
