import { grown } from './grown-column.js';

/**
 * Length of an object's row: eight doubles, which fit one cache line of a processor, so that an update waits for memory
 * once.
 */
export const STRIDE = 8;
export const LAT = 0;
export const LON = 1;
/** Time of the position, or of the latest report without a position (ms). */
export const OBSERVED = 2;
/** Time of the latest report of any kind (ms). */
export const LAST_REPORT = 3;
/** Time of the latest report with facts, which do not change with motion: name, length, … (ms) */
export const FACTS = 4;
export const RECEIVED = 5;
export const VERSION = 6;
export const ACCURACY = 7;

/** The rows of all slots; NaN for unknown values. */
export class ObjectRows {
  values = new Float64Array(0);

  grow(capacity: number): void {
    this.values = grown(this.values, capacity * STRIDE);
  }

  clear(slot: number): void {
    this.values.fill(Number.NaN, slot * STRIDE, (slot + 1) * STRIDE);
  }
}
