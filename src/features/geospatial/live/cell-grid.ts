import { grown } from './grown-column.js';

export const COLUMNS = 360;
export const ROWS = 180;
/** Width and height of a block in cells; a cell is a degree. */
export const BLOCK = 8;
export const BLOCK_COLUMNS = COLUMNS / BLOCK;
export const BLOCK_ROWS = Math.ceil(ROWS / BLOCK);
const FIRST_BUCKET = 8;

/** Returns the row of a latitude; the north pole belongs to the last row. */
export const rowOf = (lat: number): number => Math.min(ROWS - 1, Math.floor(lat) + 90);
/** Returns the column of a longitude; 180 belongs to the last column. */
export const columnOf = (lon: number): number => Math.min(COLUMNS - 1, Math.floor(lon) + 180);
export const blockOf = (cell: number): number =>
  (((cell / COLUMNS) | 0) >> 3) * BLOCK_COLUMNS + ((cell % COLUMNS) >> 3);

/**
 * The slots in each cell of one degree, in no particular order. For every cell and block it counts the slots and keeps
 * the version of the last change, so that searches skip most of the Earth.
 */
export class CellGrid {
  /** By cell, like `versions` and `buckets`; empty until there are slots, because they take more than a megabyte. */
  counts = new Int32Array(0);
  versions = new Float64Array(0);
  buckets: Int32Array<ArrayBuffer>[] = [];
  readonly blockCounts = new Int32Array(BLOCK_ROWS * BLOCK_COLUMNS);
  readonly blockVersions = new Float64Array(BLOCK_ROWS * BLOCK_COLUMNS);
  /** For every slot, its cell + 1 (0: in no cell), and its index in the bucket of the cell. */
  private cells = new Int32Array(0);
  private places = new Int32Array(0);

  grow(capacity: number): void {
    if (this.counts.length === 0) {
      this.counts = new Int32Array(ROWS * COLUMNS);
      this.versions = new Float64Array(ROWS * COLUMNS);
      this.buckets = new Array(ROWS * COLUMNS).fill(new Int32Array(0));
    }
    this.cells = grown(this.cells, capacity);
    this.places = grown(this.places, capacity);
  }

  /** Sets the position of a slot. @param lon in [-180, 180) */
  place(slot: number, lat: number, lon: number): void {
    const cell = rowOf(lat) * COLUMNS + columnOf(lon);
    const before = (this.cells[slot] as number) - 1;
    if (cell === before) return;
    if (before >= 0) this.leave(slot, before);
    const count = this.counts[cell] as number;
    let bucket = this.buckets[cell] as Int32Array<ArrayBuffer>;
    if (count === bucket.length) this.buckets[cell] = bucket = grown(bucket, Math.max(FIRST_BUCKET, 2 * count));
    bucket[count] = slot;
    this.counts[cell] = count + 1;
    (this.blockCounts[blockOf(cell)] as number) += 1;
    this.cells[slot] = cell + 1;
    this.places[slot] = count;
  }

  /** Records that a slot changed with a version. */
  touch(slot: number, version: number): void {
    const cell = (this.cells[slot] as number) - 1;
    if (cell < 0) return;
    this.versions[cell] = version;
    this.blockVersions[blockOf(cell)] = version;
  }

  remove(slot: number): void {
    const cell = (this.cells[slot] as number) - 1;
    if (cell >= 0) this.leave(slot, cell);
    this.cells[slot] = 0;
  }

  private leave(slot: number, cell: number): void {
    const bucket = this.buckets[cell] as Int32Array<ArrayBuffer>;
    const last = (this.counts[cell] as number) - 1;
    const place = this.places[slot] as number;
    const moved = bucket[last] as number;
    bucket[place] = moved;
    this.places[moved] = place;
    this.counts[cell] = last;
    (this.blockCounts[blockOf(cell)] as number) -= 1;
    // A bucket that has become much too large is shortened, to release the memory.
    if (bucket.length > FIRST_BUCKET && last <= bucket.length >> 2)
      this.buckets[cell] = bucket.slice(0, bucket.length >> 1);
  }
}
