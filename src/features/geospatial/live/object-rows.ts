import { grown } from './grow.js';

/**
 * Numbers of an object in its row: eight doubles, which are one line of a processor's cache, so that an update waits
 * for memory once.
 */
export const STRIDE = 8;
export const LAT = 0;
export const LON = 1;
/** Time of the position; of the latest report without a position. */
export const OBSERVED = 2;
/** Time of the latest report of any kind. */
export const LAST_REPORT = 3;
/** Time of the latest report with facts that do not change with motion: name, length, … */
export const FACTS = 4;
export const RECEIVED = 5;
export const VERSION = 6;
export const ACCURACY = 7;

/** The numbers of every slot; NaN for unknown values. */
export class ObjectRows {
  values = new Float64Array(0);

  grow(capacity: number): void {
    this.values = grown(this.values, capacity * STRIDE);
  }

  clear(slot: number): void {
    this.values.fill(Number.NaN, slot * STRIDE, (slot + 1) * STRIDE);
  }
}
