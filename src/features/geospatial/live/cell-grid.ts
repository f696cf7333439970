import { grown } from './grow.js';

export const COLUMNS = 360;
export const ROWS = 180;
/** Cells of a degree, and above them blocks of eight by eight. */
export const BLOCK = 8;
export const BLOCK_COLUMNS = COLUMNS / BLOCK;
export const BLOCK_ROWS = Math.ceil(ROWS / BLOCK);
const FIRST_BUCKET = 8;

/** The row of a latitude; the pole belongs to the last one. */
export const rowOf = (lat: number): number => Math.min(ROWS - 1, Math.floor(lat) + 90);
/** The column of a longitude; 180 belongs to the last one. */
export const columnOf = (lon: number): number => Math.min(COLUMNS - 1, Math.floor(lon) + 180);
export const blockOf = (cell: number): number =>
  (((cell / COLUMNS) | 0) >> 3) * BLOCK_COLUMNS + ((cell % COLUMNS) >> 3);

/**
 * The slots in each cell of one degree, in no order: a slot that leaves is replaced by the last one. For every cell and
 * block there is kept how many it holds and as of which version something in it is new, so that searches pass over most
 * of the Earth.
 */
export class CellGrid {
  readonly counts = new Int32Array(ROWS * COLUMNS);
  readonly versions = new Float64Array(ROWS * COLUMNS);
  readonly blockCounts = new Int32Array(BLOCK_ROWS * BLOCK_COLUMNS);
  readonly blockVersions = new Float64Array(BLOCK_ROWS * BLOCK_COLUMNS);
  readonly buckets: Int32Array<ArrayBuffer>[] = new Array(ROWS * COLUMNS).fill(new Int32Array(0));
  /** For every slot: its cell + 1 (0: in none), and its place in the cell's bucket. */
  private cells = new Int32Array(0);
  private places = new Int32Array(0);

  grow(capacity: number): void {
    this.cells = grown(this.cells, capacity);
    this.places = grown(this.places, capacity);
  }

  /** A slot is there now. Longitude in [-180, 180). */
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

  /** Something of a slot is new. */
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
    // Where a crowd has been, its memory does not stay.
    if (bucket.length > FIRST_BUCKET && last <= bucket.length >> 2)
      this.buckets[cell] = bucket.slice(0, bucket.length >> 1);
  }
}
