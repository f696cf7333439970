/**
 * A row is 128 bytes of one buffer, side by side in memory. An update waits for memory, not for arithmetic: with a column for each number it
 * would wait for a line of the cache, and for the address of a page, once for every column.
 */
const ROW_BYTES = 128;
/** Of one row: doubles, then words of 32 bits (floats and whole numbers), then bytes, each counted from the beginning of the row. */
export const DOUBLES = ROW_BYTES / 8;
export const WORDS = ROW_BYTES / 4;
export const BYTES = ROW_BYTES;

// Doubles. The first half of a row: what every report reads or writes.
export const LAT = 0;
export const LON = 1;
/** Of the position; of the latest report while there is none. */
export const OBSERVED = 2;
/** Of the latest report of any kind. */
export const HEARD = 3;
/** Of the latest report that said what does not change as it moves: name, length, … */
export const FACTS = 4;
export const RECEIVED = 5;
export const VERSION = 6;

// Floats.
/** Knots over ground. */
export const SPEED = 14;
/** Course or track over ground. */
export const COURSE = 15;

// The second half. A double:
export const ACCURACY = 8;
// Whole numbers, of the grid:
/** The cell + 1; 0: in none. */
export const CELL = 18;
/** Where in the cell's bucket it is. */
export const PLACE = 19;
// Bytes:
export const PROVIDER = 80;
/** Three bytes and eleven words are left to what is told of one kind of object alone; their last four are two doubles. */
export const OWN_BYTE = 81;
export const OWN_WORD = 21;
export const OWN_DOUBLE = 14;

/** The numbers of every slot, a row each. Of doubles and floats NaN is what is not known. */
export class ObjectRows {
  doubles = new Float64Array(0);
  floats = new Float32Array(0);
  words = new Int32Array(0);
  bytes = new Uint8Array(0);

  grow(capacity: number): void {
    const { bytes } = this;
    const buffer = new ArrayBuffer(capacity * ROW_BYTES);
    this.doubles = new Float64Array(buffer);
    this.floats = new Float32Array(buffer);
    this.words = new Int32Array(buffer);
    this.bytes = new Uint8Array(buffer);
    this.bytes.set(bytes);
  }

  /** Nothing is known of the slot; what is its kind's own is 0. */
  clear(slot: number): void {
    this.bytes.fill(0, slot * BYTES, (slot + 1) * BYTES);
    this.doubles.fill(Number.NaN, slot * DOUBLES, slot * DOUBLES + VERSION + 1);
    this.doubles[slot * DOUBLES + ACCURACY] = Number.NaN;
    this.floats[slot * WORDS + SPEED] = Number.NaN;
    this.floats[slot * WORDS + COURSE] = Number.NaN;
  }
}
