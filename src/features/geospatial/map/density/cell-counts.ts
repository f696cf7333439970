import { ownTurn } from '../../../../async/event-loop-turns.js';
import type { Layer } from '../../layer.js';
import type { LiveState } from '../../live/live-state.js';
import { codeAt, FINEST } from './h3.js';

/**
 * Number of cells computed, and number of objects counted, before the event loop continues; both take some
 * milliseconds.
 */
const CELLS_AT_ONCE = 2_000;
const OBJECTS_AT_ONCE = 40_000;

/**
 * Caches the cells of each object until it changes, since computing a cell takes two microseconds and a count needs the
 * cells of all objects.
 */
export class CellCounts {
  /** For each resolution, the cell code of each slot; empty for resolutions not used yet. */
  private readonly codes = Array.from({ length: FINEST + 1 }, () => new Int32Array(0));
  /** For each slot, the bits of the resolutions whose code belongs to the version in `versions`. */
  private known = new Uint16Array(0);
  /** For each slot, the version of the object whose cells are cached. */
  private versions = new Float64Array(0);

  constructor(
    private readonly picture: LiveState,
    private readonly layer: Layer,
  ) {}

  /** Counts the objects of slots per cell at a resolution. Yields to the event loop. @returns counts by cell code */
  async count(slots: Int32Array, resolution: number): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    const bit = 1 << resolution;
    const live = this.picture[this.layer];
    this.makeRoom(resolution, slots);
    let [found, looked] = [0, 0];
    let { known, versions, codes } = this.columns(resolution);
    for (const slot of slots) {
      if (found >= CELLS_AT_ONCE || looked >= OBJECTS_AT_ONCE) {
        await ownTurn();
        [found, looked] = [0, 0];
        // Another count may have replaced the arrays by longer ones.
        ({ known, versions, codes } = this.columns(resolution));
      }
      looked += 1;
      const [lat, version] = [live.latAt(slot), live.versionAt(slot)];
      // The object was removed meanwhile.
      if (Number.isNaN(lat)) continue;
      const isSame = versions[slot] === version;
      const knownOf = isSame ? (known[slot] as number) : 0;
      if ((knownOf & bit) === 0) {
        codes[slot] = codeAt(lat, live.lonAt(slot), resolution);
        known[slot] = knownOf | bit;
        if (!isSame) versions[slot] = version;
        found += 1;
      }
      const code = codes[slot] as number;
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    return counts;
  }

  private columns(resolution: number) {
    return { known: this.known, versions: this.versions, codes: this.codes[resolution] as Int32Array };
  }

  private makeRoom(resolution: number, slots: Int32Array): void {
    let last = 0;
    for (const slot of slots) if (slot > last) last = slot;
    const capacity = Math.max(1_024, 2 ** Math.ceil(Math.log2(last + 1)));
    const codes = this.codes[resolution] as Int32Array;
    if (codes.length < capacity) {
      this.codes[resolution] = new Int32Array(capacity);
      this.codes[resolution].set(codes);
    }
    if (this.versions.length >= capacity) return;
    const [known, versions] = [new Uint16Array(capacity), new Float64Array(capacity)];
    known.set(this.known);
    versions.set(this.versions);
    [this.known, this.versions] = [known, versions];
  }
}
