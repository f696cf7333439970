import { setImmediate } from 'node:timers/promises';
import { type Layer } from '../layer.js';
import type { LivePicture } from '../live/live-picture.js';
import { codeAround, codeAt } from './h3-code.js';

/** Cells worked out, and objects counted, in one turn of the event loop: some milliseconds. */
const CELLS_AT_ONCE = 2_000;
const OBJECTS_AT_ONCE = 40_000;

/** The cell in which each object is, remembered until it changes: it takes two microseconds to find, and counts ask for all of them. */
export class CellCodes {
  private codes = new Int32Array(0);
  /** Of each slot, the version of the object whose cell is remembered. */
  private versions = new Float64Array(0);

  constructor(
    private readonly picture: LivePicture,
    private readonly layer: Layer,
  ) {}

  /** How many of the slots' objects are in each cell of a resolution. Others are served meanwhile. @returns counts by code */
  async count(slots: Int32Array, resolution: number): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    let [found, looked] = [0, 0];
    for (const slot of slots) {
      if (found >= CELLS_AT_ONCE || looked >= OBJECTS_AT_ONCE) {
        await setImmediate();
        [found, looked] = [0, 0];
      }
      looked += 1;
      const live = this.picture[this.layer];
      const [lat, version] = [live.latAt(slot), live.versionAt(slot)];
      // Gone meanwhile.
      if (Number.isNaN(lat)) continue;
      if (slot >= this.codes.length) this.grow(slot);
      if (this.versions[slot] !== version) {
        this.codes[slot] = codeAt(lat, live.lonAt(slot));
        this.versions[slot] = version;
        found += 1;
      }
      const code = codeAround(this.codes[slot] as number, resolution);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    return counts;
  }

  private grow(slot: number): void {
    const capacity = Math.max(1_024, 2 ** Math.ceil(Math.log2(slot + 1)));
    const [codes, versions] = [new Int32Array(capacity), new Float64Array(capacity)];
    codes.set(this.codes);
    versions.set(this.versions);
    [this.codes, this.versions] = [codes, versions];
  }
}
