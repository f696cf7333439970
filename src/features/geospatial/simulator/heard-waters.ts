import { coverageCellOf, SILENT_MS } from '../detectors/ais-gap.js';
import type { Position } from '../position.js';

/** Witnesses are looked for so often (ms), as silence of ten minutes would be one of the receiver; so long before and after the moment when a silence is judged. */
const STEP_MS = 8 * 60_000;
const BEFORE_MS = 22 * 60_000;
const AFTER_MS = 2 * 60_000;

/** The waters in which vessels are received throughout the time in which a signal gap is detected. */
export class HeardWaters {
  /** By time and cell: the vessels there. */
  private readonly present: ReadonlyArray<ReadonlyMap<number, readonly number[]>>;

  /**
   * @param count number of vessels
   * @param placeOf position of a vessel at a time (ms)
   * @param silentFrom start of the gap (ms)
   */
  constructor(count: number, placeOf: (index: number, time: number) => Position, silentFrom: number) {
    const judgedAt = silentFrom + SILENT_MS;
    const times = Array.from({ length: (BEFORE_MS + AFTER_MS) / STEP_MS + 1 }, (_, step) => judgedAt - BEFORE_MS + step * STEP_MS);
    this.present = times.map((time) => {
      const cells = new Map<number, number[]>();
      for (let index = 0; index < count; index += 1) {
        const { lat, lon } = placeOf(index, time);
        const cell = coverageCellOf(lat, lon);
        const there = cells.get(cell);
        if (there === undefined) cells.set(cell, [index]);
        else there.push(index);
      }
      return cells;
    });
  }

  /** True when other vessels are received around a position throughout. */
  hear({ lat, lon }: Position, but: number): boolean {
    const cell = coverageCellOf(lat, lon);
    return this.present.every((cells) => cells.get(cell)?.some((index) => index !== but) ?? false);
  }
}
